#!/usr/bin/env bash
# Installs what a new machine needs in addition to Node packages: Chromium with fonts, PostgreSQL, pgBackRest, NATS,
# promtool. Does nothing if they are installed.
set -euo pipefail
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
listens() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

missing=()
[ -x /usr/bin/chromium-headless-shell ] || missing+=(chromium-headless-shell)
fc-list 2>/dev/null | grep -qi 'Noto Sans CJK' || missing+=(fonts-noto-cjk fontconfig)
command -v psql >/dev/null || missing+=(postgresql)
command -v pgbench >/dev/null || missing+=(postgresql-contrib)
command -v pgbackrest >/dev/null || missing+=(pgbackrest)
ldconfig -p | grep -q 'libatomic\.so\.1' || missing+=(libatomic1) # for Node
[ -x /usr/sbin/nats-server ] || missing+=(nats-server)
command -v ssh-keygen >/dev/null || missing+=(openssh-client)
if [ ${#missing[@]} -gt 0 ]; then
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >/dev/null
fi
# Only promtool of the Prometheus package, because installing the package would start a server. Without promtool, its
# tests are skipped.
if [ ! -x /usr/local/bin/promtool ]; then
  got=$(mktemp -d)
  if (cd "$got" && { apt-get download -qq prometheus || { as_root apt-get update -qq && apt-get download -qq prometheus; }; } && dpkg -x prometheus_*.deb .) >/dev/null 2>&1; then
    as_root install -m 755 "$got/usr/bin/promtool" /usr/local/bin/promtool
  fi
  rm -rf "$got"
fi
listens 5432 || as_root pg_ctlcluster --skip-systemctl-redirect "$(ls /etc/postgresql | sort -V | tail -1)" main start
listens 4222 || as_root start-stop-daemon --start --oknodo --background --exec /usr/sbin/nats-server -- -a 127.0.0.1 -p 4222
for port in 5432 4222; do
  for _ in $(seq 50); do listens $port && break; sleep 0.2; done
  listens $port || { echo "services: nothing answers on port $port"; exit 1; }
done
echo 'services: Chromium, PostgreSQL and NATS are ready'
