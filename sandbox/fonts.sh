#!/bin/sh
# LuaTeX's caches of fonts, filled once as root: without them every LuaLaTeX figure reads its fonts anew.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HOME="$folder" TEXMFVAR=/var/lib/texmf TEXMFCACHE=/var/lib/texmf
luaotfload-tool --update --quiet
cat > fonts.tex <<'TEX'
\documentclass{article}
\usepackage{unicode-math}
\begin{document}
a\textbf{b}\textit{c}\textbf{\textit{d}}\textsf{e}\textsf{\textbf{f}}\texttt{g}\textsc{h}$x\symbf{y}\symsf{z}$
\tiny a$x$\scriptsize b$x$\footnotesize c$x$\small d$x$\large e$x$\Large f$x$\LARGE g$x$\huge h$x$\Huge i$x$
\end{document}
TEX
lualatex -interaction=batchmode fonts.tex >/dev/null
printf '%s\n' '\documentclass{article}\begin{document}a\textbf{b}\textit{c}\textsf{e}\texttt{g}\textsc{h}' \
  '\tiny a\scriptsize b\footnotesize c\small d\large e\Large f\LARGE g\huge h\Huge i\end{document}' > fonts.tex
lualatex -interaction=batchmode fonts.tex >/dev/null
chmod -R a+rX /var/lib/texmf/luatex-cache
