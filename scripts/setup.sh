#!/usr/bin/env bash
# Everything that mathvis needs on Debian 12 or newer: system packages, .venv, a usable bubblewrap sandbox.
# Does nothing, quickly, when all is there.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh

# bubblewrap and the libraries of the host side; the list of the sandbox itself is shared with its image
# gcc and libc6-dev for the library that makes TeX engines live
install_packages bubblewrap libcairo2 gcc libc6-dev $(sed 's/#.*//' sandbox/packages.txt)
# the browser in which the tests look at the page that inspect writes
install_packages chromium chromium-driver

[ -d /var/lib/texmf/luatex-cache/generic/fonts ] || { say "filling LuaTeX's caches of fonts"; as_root sh sandbox/fonts.sh; }

usable() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

if ! usable .venv/bin/python; then
    python=
    for candidate in python3 python3.13 python3.12 python3.11 /usr/bin/python3; do
        if usable "$candidate"; then python=$candidate; break; fi
    done
    [ -n "$python" ] || die "Python 3.11 or newer is needed"
    "$python" -c 'import ensurepip' 2>/dev/null || install_packages python3-venv
    "$python" -m venv .venv
fi

wanted=$(sha256sum pyproject.toml | cut -d' ' -f1)
if [ "$(cat .venv/mathvis-setup 2>/dev/null)" != "$wanted" ] || ! .venv/bin/python -c 'import mathvis' 2>/dev/null; then
    say "installing the Python packages into .venv"
    .venv/bin/python -m pip install --quiet --editable '.[dev]'
    printf '%s\n' "$wanted" > .venv/mathvis-setup
fi

.venv/bin/python -c '
from mathvis.errors import SandboxFault
from mathvis.sandbox import open_sandbox
try:
    open_sandbox("bubblewrap").close()
except SandboxFault as fault:
    raise SystemExit(f"the sandbox is not ready: {fault}")
'
