#!/bin/sh
# PostgreSQL in a container. Creates the directory `data` on the first start, with the superuser's password from a
# secret. Any other directory is the target of a restore, and the start waits for it. `podman exec` finds the backup key
# and the password in the files written here.
set -eu
umask 077
mkdir -p /tmp/pgbackrest
printf '[global]\nrepo1-cipher-pass=%s\n' "$(cat /run/secrets/BACKUP_KEY)" >/tmp/pgbackrest/key.conf
printf '*:*:*:postgres:%s\n' "$(cat /run/secrets/POSTGRES_PASSWORD)" >/tmp/pgbackrest/pgpass
bin=$(ls -d /usr/lib/postgresql/*/bin)
data=${PGDATA:-/var/lib/glasshouse/data}
if [ "${data##*/}" = data ] && [ ! -s "$data/PG_VERSION" ]; then
  # Atomic: an interrupted start begins again.
  rm -rf "$data.new"
  "$bin/initdb" -D "$data.new" -U postgres --pwfile=/run/secrets/POSTGRES_PASSWORD --auth=scram-sha-256 -E UTF8 --no-locale --data-checksums
  echo 'host all all all scram-sha-256' >>"$data.new/pg_hba.conf"
  sync "$data.new/pg_hba.conf"
  if [ -d "$data" ]; then rmdir "$data"; fi
  mv "$data.new" "$data"
fi
# pgBackRest restores this file last.
if [ ! -s "$data/global/pg_control" ]; then
  mkdir -p "$data"
  echo "There is no database in $data: it waits for pgbackrest restore."
  trap 'exit 0' INT TERM
  until [ -s "$data/global/pg_control" ]; do sleep 1; done
  trap - INT TERM
fi
exec "$bin/postgres" -D "$data" -c listen_addresses='*' -c unix_socket_directories=/tmp,/var/lib/glasshouse "$@"
