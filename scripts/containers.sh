#!/usr/bin/env bash
# Installs what building and running images requires, all from Debian. Does nothing if it is installed.
set -euo pipefail
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
needed=(podman buildah runc netavark aardvark-dns iptables podman-compose mmdebstrap openssh-client)
missing=()
for name in "${needed[@]}"; do dpkg -s "$name" >/dev/null 2>&1 || missing+=("$name"); done
if [ ${#missing[@]} -gt 0 ]; then
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
echo "containers: ${needed[*]} are there"
