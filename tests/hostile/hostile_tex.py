r"""TeX without Lua that attacks."""

from hostile_program import ERROR, MEMORY, OK, OUTPUT, TIMEOUT, Program, tex

SHELL = (
    Program("write18", tex(r"\immediate\write18{touch escaped.tex}\seek{escaped.tex}"), (OK,), reports=True),
    Program("write18 at shipout", tex(r"\setbox0\hbox{\write18{touch escaped.tex}}\shipout\box0 \seek{escaped.tex}"), (OK,), reports=True),
    Program("input from a pipe", tex(r"\input{|touch escaped.tex}"), (ERROR,), "not found"),
    Program("primitive input from a pipe", tex(r"\makeatletter\@@input|touch\space escaped.tex \makeatother"), (ERROR,), "t find"),
    Program("openin from a pipe", tex(r"\seek{|touch\space escaped.tex}\seek{escaped.tex}"), (OK,), reports=True),
    Program("openout to a pipe", tex(r"\immediate\openout5=|touch\space escaped.tex \immediate\write5{x}\immediate\closeout5 \seek{escaped.tex}"), (OK, ERROR)),
    Program("shellesc", tex(r"\ShellEscape{touch escaped.tex}\seek{escaped.tex}", r"\usepackage{shellesc}"), (OK,), reports=True),
    Program("conversion of a picture", tex(r"\includegraphics{x.eps}", "\\usepackage{epstopdf}\\begin{filecontents*}{x.eps}\n%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n0 0 moveto\n\\end{filecontents*}"), (ERROR,), "not found"),
    Program("gnuplot", tex(r"\tikz\draw plot[id=x] function{system('touch escaped.tex')};\seek{escaped.tex}"), (OK,), reports=True),
)  # fmt: skip

READING = (
    Program("absolute path", tex(r"\seek{/etc/passwd}\seek{/etc/hostname}\seek{/proc/self/environ}"), (OK,), reports=True),
    Program("parent path", tex(r"\seek{../tex/figure.tex}\seek{../../etc/passwd}\seek{./../../etc/passwd}"), (OK,), reports=True),
    Program("input of an absolute path", tex(r"\input{/etc/passwd}"), (ERROR,), "not found"),
    Program("dump of a file", tex(r"\edef\x{\pdffiledump offset 0 length 20{/etc/passwd}}\say{\ifx\x\empty nothing\else\x\fi}"), (OK, ERROR), reports=True),
    Program("size and date of a file", tex(r"\edef\x{\pdffilesize{/etc/passwd}\pdffilemoddate{/etc/passwd}\pdfmdfivesum file{/etc/passwd}}\say{\ifx\x\empty nothing\else\x\fi}"), (OK, ERROR), reports=True),
    Program("file as an object of the document", tex(r"\immediate\pdfobj stream file {/etc/shadow}"), (ERROR,)),
    Program("file as a picture", tex(r"\pdfximage{/etc/passwd}"), (ERROR,)),
    Program("file as a font", tex(r"\font\x=/etc/passwd \x"), (ERROR,)),
    Program("file as a map of fonts", tex(r"\pdfmapfile{=/etc/passwd}\pdfmapline{=x <</etc/passwd}"), (OK, ERROR)),
)  # fmt: skip

WRITING = (
    Program("out of the folder", tex(r"\immediate\openout5=/work/x.tex \immediate\write5{x}"), (ERROR,)),
    Program("into the parent folder", tex(r"\immediate\openout5=../x.tex \immediate\write5{x}"), (ERROR,)),
    Program("into a hidden file", tex(r"\immediate\openout5=.latexmkrc \immediate\write5{x}"), (ERROR,)),
    Program("over the document", tex(r"\immediate\openout5=figure.pdf \immediate\write5{rubbish}\immediate\closeout5"), (OK, ERROR)),
    Program("over the log", tex(r"\immediate\openout5=figure.log \immediate\write5{Output written on figure.pdf (1 page, 1 bytes).}"), (OK,)),
)  # fmt: skip

LOOPS = (
    Program("macro", tex(r"\def\again{\advance\count1 by 1 \again}\again"), (TIMEOUT,), "CPU time"),
    Program("loop", tex(r"\loop\iftrue\repeat"), (TIMEOUT,), "CPU time"),
    Program("open list", tex(r"\tikz\foreach \x in {0,1,...} {\draw (\x pt,0) -- (0,1);}"), (TIMEOUT, ERROR)),
    Program("long lists in each other", tex(r"\foreach \x in {1,...,9999} {\foreach \y in {1,...,9999} {\pgfmathparse{sin(\y)}}}"), (TIMEOUT,), "CPU time"),
    Program("active colon", tex("\\catcode`\\:=13 \\def:{\\string::}\\setbox0\\hbox{:}"), (TIMEOUT, ERROR)),
    Program("output routine", tex(r"\output={\unvbox255 \penalty-10000 }\par x\vfill\penalty-10000 "), (TIMEOUT, ERROR)),
    Program("terminal", tex(r"\loop\read-1 to\x \iftrue\repeat"), (ERROR,), "terminal|read"),
)  # fmt: skip

BOMBS = (
    Program("doubling of a macro", tex(r"\def\x{xxxxxxxxxx}\loop\edef\x{\x\x}\iftrue\repeat"), (ERROR,), "capacity exceeded"),
    Program("nesting of groups", tex(r"\def\x{{\x}}\x"), (ERROR,), "capacity exceeded"),
    Program("boxes in boxes", tex(r"\def\x{\hbox\bgroup\x}\x"), (ERROR,), "capacity exceeded"),
    Program("many boxes", tex(r"\setbox1\hbox{xxxxxxxx}\loop\setbox1\hbox{\copy1\copy1}\iftrue\repeat"), (ERROR,), "capacity exceeded"),
    Program("many macros", tex(r"\count1=0 \loop\expandafter\xdef\csname x\the\count1\endcsname{\the\count1}\advance\count1 1 \iftrue\repeat"), (ERROR, TIMEOUT)),
    Program("file without end", tex(r"\immediate\openout5=x.dat \loop\immediate\write5{" + "x" * 900 + r"}\iftrue\repeat"), (OUTPUT,), "more than"),
    Program("log without end", tex(r"\loop\wlog{" + "x" * 900 + r"}\iftrue\repeat"), (OUTPUT,), "more than"),
    Program("terminal without end", tex(r"\loop\typeout{" + "x" * 900 + r"}\iftrue\repeat"), (OUTPUT,), "more than"),
    Program("pages without end", tex(r"\loop\shipout\hbox{x}\iftrue\repeat"), (OUTPUT, TIMEOUT, ERROR)),
    Program("document without end", tex(r"\loop\immediate\pdfobj stream{" + "0123456789abcdef" * 200 + r"\the\count1}\advance\count1 1 \iftrue\repeat", r"\pdfcompresslevel=0"), (OUTPUT, TIMEOUT, ERROR)),
    Program("files without end", tex(r"\count1=0 \loop\immediate\openout5=x\the\count1 .tex \immediate\closeout5 \advance\count1 1 \iftrue\repeat"), (OUTPUT, TIMEOUT, ERROR)),
)  # fmt: skip

SIZES = (
    Program("page of kilometres", tex(r"\pdfpagewidth=16000pt \pdfpageheight=16000pt \shipout\hbox{x}"), (OUTPUT,), "a side may have"),
    Program("page as long as TeX can count", tex(r"\tikz\draw (0,0) -- (16383pt,0);"), (OUTPUT, ERROR)),
    Program("coordinate too large for TeX", tex(r"\tikz\draw (0,0) -- (1e9,1);"), (ERROR,), "Dimension too large"),
    Program("number too large for TeX", tex(r"\count1=99999999999 "), (ERROR,), "Number too big"),
    Program("transformation that overflows", tex(r"\tikz[xscale=1e8]\draw (0,0) -- (1,1);"), (ERROR,), "Dimension too large"),
    Program("numbers beyond every type in the document", tex(r"\pdfliteral page{1e400 99999999999999999999999999999 m " + "9" * 4000 + r" 1 l S}"), (OK, OUTPUT, ERROR)),
    Program("states nested without end", tex(r"\pdfliteral page{" + "q " * 60_000 + "}"), (OK, ERROR)),
    Program("states closed that nobody opened", tex(r"\pdfliteral page{" + "Q " * 2000 + "}"), (OK, ERROR)),
    Program("form that draws itself", tex(r"\pdfobj reserveobjnum \edef\n{\the\pdflastobj}\immediate\pdfobj useobjnum \n stream attr{/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X \n\space 0 R >> >>}{/X Do 0 0 m 9 9 l S}\pdfpageresources{/XObject << /X \n\space 0 R >>}\pdfliteral page{/X Do}"), (OK, ERROR)),
    Program("a hundred thousand segments", tex(r"\pdfliteral page{0 0 m " + "1 1 l 0 0 l " * 50_000 + "S}"), (OK, ERROR, TIMEOUT)),
    Program("dashes without number", tex(r"\tikz\draw[dash pattern=on 0.0001pt off 0.0001pt] (0,0) -- (150,0);"), (OK, TIMEOUT, MEMORY, ERROR, OUTPUT)),
)  # fmt: skip

PROGRAMS = SHELL + READING + WRITING + LOOPS + BOMBS + SIZES
