# Shared by the set-up scripts; sourced, not run.

say() { printf '%s\n' "$*" >&2; }
die() { say "$*"; exit 3; }

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"
    elif command -v sudo >/dev/null; then sudo "$@"
    else die "this needs root (or sudo): $*"
    fi
}

# Debian packages that are not installed, out of the names given.
missing_packages() {
    local name
    for name in "$@"; do
        [ "$(dpkg-query -W -f '${db:Status-Abbrev}' "$name" 2>/dev/null)" = "ii " ] || printf '%s\n' "$name"
    done
}

install_packages() {
    local missing log
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0
    command -v apt-get >/dev/null || die "please install: $(echo $missing)"
    say "installing $(echo $missing)"
    log=$(mktemp)
    if ! { as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq \
            && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
                -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 $missing
        } > "$log" 2>&1; then
        tail -n 30 "$log" >&2
        rm -f "$log"
        die "the packages could not be installed"
    fi
    rm -f "$log"
}
