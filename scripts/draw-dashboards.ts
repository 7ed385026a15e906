// Two Grafana dashboards as code: orders and infrastructure. `npm run dashboards` writes deploy/grafana.

type Target = { refId: string; expr: string; legendFormat: string };
type Unit = 's' | 'short' | 'reqps' | 'percentunit' | 'bytes' | 'bool_on_off';
/** `lines` maps a name, or a label in braces, to an expression. */
type Panel = readonly [title: string, unit: Unit, lines: Record<string, string>];

const source = { type: 'prometheus', uid: '$source' };
const columns = 2;
const [width, height] = [24 / columns, 8];

const panelOf = ([title, unit, lines]: Panel, place: number) => ({
  id: place + 1,
  type: 'timeseries',
  title,
  datasource: source,
  gridPos: { x: (place % columns) * width, y: Math.floor(place / columns) * height, w: width, h: height },
  fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 10, showPoints: 'never' } }, overrides: [] },
  options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
  targets: Object.entries(lines).map(
    ([legendFormat, expr], line): Target => ({ refId: String.fromCharCode(65 + line), expr, legendFormat }),
  ),
});

const dashboard = (uid: string, title: string, panels: readonly Panel[]) => ({
  uid,
  title,
  tags: ['glasshouse'],
  schemaVersion: 39,
  version: 1,
  editable: false,
  refresh: '15s',
  time: { from: 'now-1h', to: 'now' },
  timezone: 'utc',
  templating: { list: [{ name: 'source', label: 'Prometheus', type: 'datasource', query: 'prometheus' }] },
  panels: panels.map(panelOf),
});

const quantile = (part: number, metric: string, by = '') =>
  `histogram_quantile(${part}, sum by (le${by}) (rate(${metric}_bucket[5m])))`;
const parts = (metric: string) => ({
  'half of them': quantile(0.5, metric),
  '99 in a hundred': quantile(0.99, metric),
});

/** From placing an order to its result. */
const trade = dashboard('glasshouse-trade', 'Glasshouse: the trade path', [
  ['Calls a second, by answer', 'reqps', { '{{code}}': 'sum by (code) (rate(glasshouse_call_seconds_count[5m]))' }],
  ['Calls, slowest in a hundred', 's', { all: quantile(0.99, 'glasshouse_call_seconds') }],
  [
    'Orders opened a second',
    'reqps',
    {
      '{{path}}':
        'sum by (path) (rate(glasshouse_call_seconds_count{path=~".*/(contract/open|option/buy|spot/trade)", code="200"}[5m]))',
    },
  ],
  [
    'Opening an order',
    's',
    {
      '{{path}}': quantile(0.99, 'glasshouse_call_seconds', ', path').replace(
        '_bucket[',
        '_bucket{path=~".*/(contract/open|option/buy|spot/trade)"}[',
      ),
    },
  ],
  ['Orders waiting to be written', 'short', { '{{instance}}': 'glasshouse_orders_waiting' }],
  ['Age of the newest price', 's', { seconds: 'time() - max(glasshouse_tape_slot) / 2' }],
  ['Writing a slot of the tape', 's', parts('glasshouse_tape_commit_seconds')],
  ['Slots left empty', 'short', { 'in ten minutes': 'sum(increase(glasshouse_tape_missed_slots_total[10m]))' }],
  ['Orders settled a second', 'reqps', { '{{instance}}': 'rate(glasshouse_settled_total[5m])' }],
  ['From the tick to the booked result', 's', parts('glasshouse_settle_seconds')],
  ['Slots not settled', 'short', { '{{instance}}': 'glasshouse_settle_backlog_slots' }],
  ['Live connections', 'short', { '{{instance}}': 'glasshouse_live_clients' }],
  ['Live connections refused', 'reqps', { '{{reason}}': 'sum by (reason) (rate(glasshouse_live_refused_total[5m]))' }],
  ['Age of the newest checkpoint', 's', { seconds: 'time() - max(glasshouse_log_signed_timestamp_seconds)' }],
  ['Writing the public log', 's', parts('glasshouse_log_seconds')],
  [
    'Answers of witnesses',
    'reqps',
    { '{{witness}} {{outcome}}': 'sum by (witness, outcome) (rate(glasshouse_log_witness_total[5m]))' },
  ],
  ['Books that do not add up', 'short', { accounts: 'max(glasshouse_books_drift)' }],
  ['Since the books were proved', 's', { seconds: 'time() - max(glasshouse_books_proved_timestamp_seconds)' }],
]);

/** Processes, PostgreSQL, NATS, disks. */
const machine = dashboard('glasshouse-machine', 'Glasshouse: the machine', [
  ['Processes that answer', 'bool_on_off', { '{{instance}}': 'up{job="glasshouse"}' }],
  ['Processes of each role', 'short', { '{{role}}': 'count by (role) (glasshouse_role == 1)' }],
  ['Processor', 'percentunit', { '{{instance}}': 'rate(process_cpu_seconds_total{job="glasshouse"}[5m])' }],
  ['Memory', 'bytes', { '{{instance}}': 'process_resident_memory_bytes{job="glasshouse"}' }],
  ['Heap', 'bytes', { '{{instance}}': 'nodejs_heap_size_used_bytes{job="glasshouse"}' }],
  [
    'Collecting garbage',
    'percentunit',
    { '{{instance}}': 'sum by (instance) (rate(nodejs_gc_duration_seconds_sum[5m]))' },
  ],
  ['Waiting for the event loop, 99 in a hundred', 's', { '{{instance}}': 'nodejs_eventloop_lag_p99_seconds' }],
  ['Faults in ten minutes', 'short', { '{{where}}': 'sum by (where) (increase(glasshouse_faults_total[10m]))' }],
  ['PostgreSQL answers in', 's', { '{{instance}}': 'glasshouse_db_answer_seconds' }],
  ['Connections to PostgreSQL', 'short', { '{{instance}} {{state}}': 'glasshouse_db_connections' }],
  ['Since PostgreSQL archived', 's', { seconds: 'time() - max(glasshouse_db_archived_timestamp_seconds)' }],
  ['NATS', 'bool_on_off', { '{{instance}}': 'glasshouse_bus_up' }],
  ['Open connections', 'short', { '{{instance}}': 'glasshouse_connections' }],
  ['Files open', 'percentunit', { '{{instance}}': 'process_open_fds / process_max_fds' }],
  [
    'Jobs in ten minutes',
    'short',
    { '{{task}} {{outcome}}': 'sum by (task, outcome) (increase(glasshouse_jobs_total[10m]))' },
  ],
  [
    'Disk left',
    'percentunit',
    { '{{instance}} {{mountpoint}}': 'node_filesystem_avail_bytes / node_filesystem_size_bytes' },
  ],
  [
    "The machine's processors",
    'percentunit',
    { '{{instance}}': '1 - avg by (instance) (rate(node_cpu_seconds_total{mode="idle"}[5m]))' },
  ],
  ["The machine's memory left", 'bytes', { '{{instance}}': 'node_memory_MemAvailable_bytes' }],
]);

export const dashboards = [trade, machine];
