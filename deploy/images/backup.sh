#!/bin/sh
# Backs up the PostgreSQL server of one machine from a separate container, at 03:20 UTC: full on Sundays, incremental on
# other days. The first backup and missed ones start immediately. `glasshouse-backup full` makes one now. See
# docs/adr/0166-run-backups-by-default-on-one-machine.md.
set -eu
umask 077
secrets=${SECRETS_DIRECTORY:-/run/secrets}
repository=${PGBACKREST_REPO1_PATH:-/var/lib/pgbackrest}
unreported=$PGBACKREST_LOCK_PATH/glasshouse-backup.unreported

query() {
  timeout 20 psql -h "$PGBACKREST_PG1_SOCKET_PATH" -U postgres -XAtqw -c "$1" postgres
}

read_secrets() {
  mkdir -p "$PGBACKREST_CONFIG_INCLUDE_PATH"
  printf '[global]\nrepo1-cipher-pass=%s\n' "$(cat "$secrets/BACKUP_KEY")" >"$PGBACKREST_CONFIG_INCLUDE_PATH/key.new"
  mv "$PGBACKREST_CONFIG_INCLUDE_PATH/key.new" "$PGBACKREST_CONFIG_INCLUDE_PATH/key.conf"
  printf '*:*:*:postgres:%s\n' "$(cat "$secrets/POSTGRES_PASSWORD")" >"$PGPASSFILE.new"
  mv "$PGPASSFILE.new" "$PGPASSFILE"
}

back_up() {
  # Queried instead of configured, because a restore changes the directory.
  PGBACKREST_PG1_PATH=$(query 'show data_directory')
  export PGBACKREST_PG1_PATH
  pgbackrest stanza-create
  pgbackrest --type="$1" backup
}

# `verify` usually exits with 0 even if it found damage, so any output counts as a failure. BackupOld reads the metric.
verify() {
  output=$(pgbackrest --output=text verify 2>&1) || output="verify failed: $output"
  if [ -n "$output" ]; then
    echo 0 >"$unreported"
    echo "$output" >&2
    exit 1
  fi
  date +%s >"$unreported"
  # node_exporter runs as another user of the same group.
  (umask 027 && echo "glasshouse_backup_timestamp_seconds $(cat "$unreported")" >"$repository/glasshouse-backup.new")
  mv "$repository/glasshouse-backup.new" "$repository/glasshouse-backup.prom"
}

# The console's overview shows when all backups were last found intact, or 0 if the last check found damage. The
# repository may be on another machine, so nothing read from it goes into SQL. Unlike writing to a table, setting a
# variable of a database runs no code of that database's owner.
report() {
  [ -e "$unreported" ] || return 0
  if query "alter database glasshouse set glasshouse.verified_backup = '$(cat "$unreported")'"; then
    rm "$unreported"
  else
    echo 'the console does not show the last backup yet: the database could not be reached, or does not exist' >&2
  fi
}

# A backup day begins at 03:20 UTC, a backup week on Sunday at that time.
back_up_if_due() {
  now=$(date +%s)
  day=$(date -u -d "@$((now - 12000))" +%F)
  week=$(date -u -d "@$((now - 12000 + 86400))" +%G-%V)
  last=$(cat "$repository/glasshouse-backup.last" 2>/dev/null || true)
  [ "$last" != "$day $week" ] || return 0
  if [ "${last#* }" = "$week" ]; then back_up incr; else back_up full; fi
  echo "$day $week" >"$repository/glasshouse-backup.last"
  verify
}

case "${1:-loop}" in
  full | incr)
    read_secrets
    trap report EXIT
    back_up "$1"
    verify
    ;;
  due)
    read_secrets
    trap report EXIT
    back_up_if_due
    ;;
  loop)
    trap 'exit 0' INT TERM
    while :; do
      "$0" due &
      if wait $!; then pause=60; else pause=600; fi
      sleep "$pause" &
      wait $!
    done
    ;;
  *)
    echo 'glasshouse-backup [full | incr | due]' >&2
    exit 2
    ;;
esac
