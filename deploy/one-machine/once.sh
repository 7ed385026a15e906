#!/bin/sh
# Runs an operators' command next to the site's PostgreSQL with all of its secrets: ./once.sh scripts/books.ts. Exits
# with the command's code, unlike `podman-compose run`. Commands can write files to /var/tmp, which is that of this
# machine.
set -eu
cd "$(dirname "$0")"
secrets=$(realpath "$(sed -n 's/^SECRETS=//p' .env)")
exec podman run --rm --no-healthcheck --network "container:${PROJECT:-one-machine}_postgres_1" --user 0 --read-only --cap-drop ALL \
  --security-opt no-new-privileges -v "$secrets:/run/secrets:ro" -v /var/tmp:/var/tmp localhost/glasshouse-server "$@"
