#!/usr/bin/env bash
# The image of the docker backend, if a Docker engine answers. Without one: a note, or a failure where CI=true.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh

BASE=debian:bookworm-slim
SUITE=bookworm

if ! docker info >/dev/null 2>&1; then
    [ "${CI:-}" != true ] || die "no Docker engine answers, and CI must test both backends"
    say "no Docker engine answers: the docker backend is left out"
    exit 0
fi

if .venv/bin/python -c 'from mathvis.sandbox import open_sandbox; open_sandbox("docker").close()' 2>/dev/null; then
    exit 0
fi

# Where no registry can be reached the base is made from the Debian mirror that this machine uses itself.
base_from_mirror() {
    local site root targets
    install_packages debootstrap debian-archive-keyring
    targets=$(apt-get indextargets --format '$(SITE) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' | sort -u)
    site=$(awk '$2 !~ /security/ && $3 == "main" { print $1; exit }' <<< "$targets")
    [ -n "$site" ] || die "no Debian mirror is configured on this machine"
    root=$(mktemp -d)
    trap 'as_root rm -rf "$root"' RETURN
    as_root debootstrap --variant=minbase --keyring=/usr/share/keyrings/debian-archive-keyring.gpg \
        "$SUITE" "$root" "$site" >&2
    # the same sources and the same way to reach them as on this machine
    { printf 'deb %s %s main\n' "$site" "$SUITE"
      awk -v suite="$SUITE" '$2 ~ "^" suite "-" && $3 == "main" { print "deb", $1, $2, $3 }' <<< "$targets"
    } | sort -u | as_root tee "$root/etc/apt/sources.list" >/dev/null
    apt-config dump | grep -E '^Acquire::(https?|Check-|Retries|Force)' \
        | as_root tee "$root/etc/apt/apt.conf.d/90host" >/dev/null || true
    if [ -f /etc/ssl/certs/ca-certificates.crt ]; then
        as_root install -D -m 644 /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
    fi
    as_root tar -C "$root" -c . | docker import --change 'CMD ["bash"]' - "$BASE" >&2
}

if ! docker image inspect "$BASE" >/dev/null 2>&1; then
    if ! timeout 120 docker pull --quiet "$BASE" >&2; then
        say "$BASE cannot be pulled; making it with debootstrap"
        base_from_mirror
    fi
fi
.venv/bin/mathvis sandbox build --base "$BASE" --network host --quiet >&2
