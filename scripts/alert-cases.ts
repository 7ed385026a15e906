// For each alert of deploy/prometheus/alerts.yml, series that fire it and series that do not, in the notation of
// `promtool test rules`: one value every 15 s from 0 s. `start+stepxcount` increases by a step. Time starts in 1970, so
// that timestamps are small numbers.

type Case = {
  fires: Record<string, string>;
  silent: Record<string, string>;
  /** The time of evaluation. Ten minutes by default. */
  at?: string;
  /** The alert's labels in addition to its severity. */
  labels?: Record<string, string>;
};

const all = { instance: 'api-1:4101', job: 'glasshouse' };
const of = (name: string, labels: Record<string, string> = {}) => {
  const pairs = Object.entries({ ...labels, ...all }).map(([key, value]) => `${key}="${value}"`);
  return `${name}{${pairs.join(',')}}`;
};
const roles = ['api', 'push', 'feed', 'settle', 'log', 'worker', 'office'];
const running = (names: readonly string[]) =>
  Object.fromEntries(names.map((role) => [of('glasshouse_role', { role }), '1x240']));
/** A histogram in which part of the requests are slower than a bound, with a hundred requests per scrape. */
const timed = (name: string, bounds: readonly string[], slowerThan: string, slow: number) =>
  Object.fromEntries(
    bounds.map((le) => {
      const within = le === '+Inf' || Number(le) > Number(slowerThan) ? 100 : 100 - slow;
      return [of(`${name}_bucket`, { le }), `0+${within}x240`];
    }),
  );
const callBounds = ['0.005', '0.1', '1', '2.5', '10', '+Inf'];
const settleBounds = ['0.1', '1', '5', '10', '60', '+Inf'];
const calls = (failed: number) => ({
  [of('glasshouse_call_seconds_count', { code: '200', path: '/a' })]: '0+1000x240',
  [of('glasshouse_call_seconds_count', { code: '500', path: '/a' })]: `0+${failed}x240`,
});
const mails = (failed: number) => ({
  [of('glasshouse_jobs_total', { task: 'send_mail', outcome: 'done' })]: '0+10x240',
  [of('glasshouse_jobs_total', { task: 'send_mail', outcome: 'failed' })]: `0+${failed}x240`,
});
const witness = (outcome: string) => of('glasshouse_log_witness_total', { witness: 'w.example', outcome });
const backup = 'glasshouse_backup_timestamp_seconds{instance="b"}';
const disk = (left: string) => ({
  'node_filesystem_avail_bytes{fstype="ext4",instance="db:9100",job="machine",mountpoint="/"}': left,
  'node_filesystem_size_bytes{fstype="ext4",instance="db:9100",job="machine",mountpoint="/"}': '100x240',
  'node_filesystem_avail_bytes{fstype="tmpfs",instance="db:9100",job="machine",mountpoint="/run"}': '1x240',
  'node_filesystem_size_bytes{fstype="tmpfs",instance="db:9100",job="machine",mountpoint="/run"}': '100x240',
});

export const alertCases: Record<string, Case> = {
  ProcessDown: { fires: { [of('up')]: '1 1 0x240' }, silent: { [of('up')]: '1 0 0 1x240' }, labels: all },
  RoleMissing: {
    fires: running(roles.filter((role) => role !== 'settle')),
    silent: running(roles),
    labels: { role: 'settle' },
  },
  ProcessRestarts: {
    fires: { [of('process_start_time_seconds')]: '1x4 60x4 120x4 180x240' },
    silent: { [of('process_start_time_seconds')]: '1x10 150x240' },
    labels: all,
  },
  Faults: {
    fires: { [of('glasshouse_faults_total', { where: 'bus' })]: '0+2x240' },
    silent: { [of('glasshouse_faults_total', { where: 'bus' })]: '0+0x10 3x240' },
    at: '20m',
    labels: { where: 'bus' },
  },
  EventLoopSlow: {
    fires: { [of('nodejs_eventloop_lag_p99_seconds')]: '0.9x240' },
    silent: { [of('nodejs_eventloop_lag_p99_seconds')]: '0.02x30 0.9x4 0.02x240' },
    labels: all,
  },
  CallsFail: { fires: calls(20), silent: calls(5), at: '15m' },
  CallsSlow: {
    fires: timed('glasshouse_call_seconds', callBounds, '1', 5),
    silent: timed('glasshouse_call_seconds', callBounds, '0.1', 5),
    at: '20m',
  },
  OrdersWait: {
    fires: { [of('glasshouse_orders_waiting')]: '0 3000x240' },
    silent: { [of('glasshouse_orders_waiting')]: '0x38 3000 0x240' },
    labels: all,
  },
  LiveRefused: {
    fires: { [of('glasshouse_live_refused_total', { reason: 'full' })]: '0+5x240' },
    silent: { [of('glasshouse_live_refused_total', { reason: 'address' })]: '0+50x240' },
    at: '15m',
  },
  LiveCrowded: {
    fires: { [of('glasshouse_live_refused_total', { reason: 'address' })]: '0+5x240' },
    silent: { [of('glasshouse_live_refused_total', { reason: 'often' })]: '0+50x240' },
    at: '25m',
  },
  TapeStale: {
    // A standby feed has written nothing. The other one has stopped.
    fires: { [of('glasshouse_tape_slot')]: '0+30x20 600x240', 'glasshouse_tape_slot{instance="feed-2:4101"}': '0x240' },
    silent: { [of('glasshouse_tape_slot')]: '0+30x240', 'glasshouse_tape_slot{instance="feed-2:4101"}': '0x240' },
  },
  TapeStuck: {
    fires: { [of('glasshouse_tape_stuck', { day: '2026-11-17', reason: 'beacon' })]: '1x240' },
    silent: { [of('glasshouse_tape_stuck', { day: '2026-11-17', reason: 'beacon' })]: '1 0x240' },
    labels: { day: '2026-11-17', reason: 'beacon' },
  },
  TapeGap: {
    fires: { [of('glasshouse_tape_missed_slots_total')]: '0x20 4x240' },
    silent: { [of('glasshouse_tape_missed_slots_total')]: '4x240' },
  },
  SettlementLate: {
    fires: timed('glasshouse_settle_seconds', settleBounds, '5', 10),
    silent: timed('glasshouse_settle_seconds', settleBounds, '0.1', 10),
  },
  SettlementStalled: {
    // The backlog stays constant, and no results arrive that could be late.
    fires: { [of('glasshouse_settle_looked_timestamp_seconds')]: '0+15x10 150x240' },
    silent: {
      [of('glasshouse_settle_looked_timestamp_seconds')]: '0x240',
      'glasshouse_settle_looked_timestamp_seconds{instance="b"}': '0+15x240',
    },
  },
  SettlementBacklog: {
    fires: {
      [of('glasshouse_settle_backlog_slots')]: '0 60x240',
      'glasshouse_settle_backlog_slots{instance="b"}': '90x240',
    },
    silent: {
      [of('glasshouse_settle_backlog_slots')]: '60x240',
      'glasshouse_settle_backlog_slots{instance="b"}': '0x240',
    },
  },
  BooksDrift: {
    fires: { [of('glasshouse_books_drift')]: '0 0 1x240' },
    silent: { [of('glasshouse_books_drift')]: '0x240' },
  },
  BooksUnproved: {
    fires: { [of('glasshouse_books_proved_timestamp_seconds')]: '60x240' },
    silent: { [of('glasshouse_books_proved_timestamp_seconds')]: '0+15x240' },
    at: '20m',
  },
  CheckpointLate: {
    fires: { [of('glasshouse_log_signed_timestamp_seconds')]: '0+15x10 150x240' },
    silent: { [of('glasshouse_log_signed_timestamp_seconds')]: '0+15x240' },
  },
  WitnessDisagrees: {
    fires: { [witness('disagreed')]: '0x10 1x240' },
    silent: { [witness('failed')]: '0+1x240' },
    labels: { witness: 'w.example' },
  },
  WitnessSilent: {
    fires: { [witness('failed')]: '0+3x400', [witness('cosigned')]: '7x400' },
    silent: { [witness('failed')]: '0+1x400', [witness('cosigned')]: '0+2x400' },
    at: '90m',
    labels: { witness: 'w.example' },
  },
  BusDown: {
    fires: { [of('glasshouse_bus_up')]: '1 0x240' },
    silent: { [of('glasshouse_bus_up')]: '1x37 0 1x240' },
    labels: all,
  },
  DatabaseSlow: {
    fires: { [of('glasshouse_db_answer_seconds')]: '3x240' },
    silent: { [of('glasshouse_db_answer_seconds')]: '0.001x36 2x3 0.001x240' },
    labels: all,
  },
  PoolExhausted: {
    fires: { [of('glasshouse_db_connections', { state: 'waited_for' })]: '7x240' },
    silent: {
      [of('glasshouse_db_connections', { state: 'waited_for' })]: '0x240',
      [of('glasshouse_db_connections', { state: 'total' })]: '10x240',
    },
    labels: { ...all, state: 'waited_for' },
  },
  ArchiveOld: {
    fires: { [of('glasshouse_db_archived_timestamp_seconds')]: '0x600' },
    silent: { [of('glasshouse_db_archived_timestamp_seconds')]: '0+15x600' },
    at: '20m',
  },
  BackupOld: {
    // Two machines: one has never backed up since it started writing, the other did a while ago.
    fires: { 'glasshouse_backup_timestamp_seconds{instance="a"}': '60x7200', [backup]: '3600x7200' },
    silent: { 'glasshouse_backup_timestamp_seconds{instance="a"}': '60x7200', [backup]: '3600x2000 86400x5200' },
    at: '28h',
  },
  MailFails: { fires: mails(10), silent: mails(1), at: '30m' },
  JobFails: {
    fires: { [of('glasshouse_jobs_total', { task: 'prove_books', outcome: 'failed' })]: '0+1x240' },
    silent: {
      [of('glasshouse_jobs_total', { task: 'prove_books', outcome: 'failed' })]: '0x60 1x240',
      ...mails(10),
    },
    at: '40m',
    labels: { task: 'prove_books' },
  },
  DiskFull: {
    fires: disk('9x240'),
    silent: disk('30x240'),
    labels: { fstype: 'ext4', instance: 'db:9100', job: 'machine', mountpoint: '/' },
  },
};
