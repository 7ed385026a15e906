#!/bin/sh
# A command of those who run the site, beside its PostgreSQL and with all its secrets: ./once.sh scripts/books.ts. Ends with the command's
# code, which `podman-compose run` does not. Files it is to write go to /var/tmp, which is this machine's.
set -eu
cd "$(dirname "$0")"
secrets=$(realpath "$(sed -n 's/^SECRETS=//p' .env)")
exec podman run --rm --no-healthcheck --network "container:${PROJECT:-one-machine}_postgres_1" --user 0 --read-only --cap-drop ALL \
  --security-opt no-new-privileges -v "$secrets:/run/secrets:ro" -v /var/tmp:/var/tmp localhost/glasshouse-server "$@"
