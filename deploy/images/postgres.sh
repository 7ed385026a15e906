#!/bin/sh
# PostgreSQL in a container: makes the data directory the first time, with the superuser's password from a secret; then runs the server. With
# `pgbackrest ...` it runs that instead, which finds the key of the backups and the password where `podman exec` finds them too.
set -eu
umask 077
mkdir -p /tmp/pgbackrest
printf '[global]\nrepo1-cipher-pass=%s\n' "$(cat /run/secrets/BACKUP_KEY)" >/tmp/pgbackrest/key.conf
printf '*:*:*:postgres:%s\n' "$(cat /run/secrets/POSTGRES_PASSWORD)" >/tmp/pgbackrest/pgpass
if [ "${1:-}" = pgbackrest ]; then exec "$@"; fi
bin=$(ls -d /usr/lib/postgresql/*/bin)
data=${PGDATA:-/var/lib/glasshouse/data}
if [ ! -s "$data/PG_VERSION" ]; then
  "$bin/initdb" -D "$data" -U postgres --pwfile=/run/secrets/POSTGRES_PASSWORD --auth=scram-sha-256 -E UTF8 --no-locale --data-checksums
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
fi
exec "$bin/postgres" -D "$data" -c listen_addresses='*' -c unix_socket_directories=/tmp "$@"
