import { pick, type Random } from './random.ts';

// Bytes that no honest client sends. Each function returns the first bytes of a connection. A server may do anything
// with them, as long as it answers or closes.

const crlf = '\r\n';
const noise = (random: Random, length: number) => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
const letters = (random: Random, length: number) =>
  Array.from({ length }, () => String.fromCharCode(33 + Math.floor(random() * 94))).join('');

const targets = [
  '/',
  '//',
  '*',
  '/live',
  '/live/',
  '/live?',
  '/live#x',
  '/live%00',
  '/%',
  '/%zz',
  '/%c0%af',
  '/..',
  '/../../etc/passwd',
  '/live/../live',
  'http://[',
  'http://:/live',
  'http://x/live',
  'https://',
  'live',
  ':80',
  '/\\',
  '/index/',
  '/index/site/getsite?__proto__=1',
  '/office/',
  '/index/site/getsite/',
  '/INDEX/SITE/GETSITE',
  '/docs',
  '/healthz',
  '/metrics',
  '?',
  '#',
  '/\u00e4',
  `/${'a'.repeat(9000)}`,
  `/?${'a&'.repeat(4000)}`,
  `/${'../'.repeat(2000)}`,
  '/constructor',
  '/__proto__',
  '/toString',
];
const methods = [
  'GET',
  'POST',
  'get',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PRI',
  'PUT',
  'DELETE',
  'QUERY',
  'G\0T',
  '',
  'ĠET',
];
const versions = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', 'HTTP/1.1.1', 'HTCPCP/1.0', '', 'HTTP/'];

export function requestLine(random: Random): Buffer {
  const line = `${pick(random, methods)} ${pick(random, targets)} ${pick(random, versions)}`;
  const broken = [
    line,
    line.replaceAll(' ', '  '),
    line.replaceAll(' ', '\t'),
    `\0${line}`,
    `${line}\r`,
    letters(random, 20),
  ];
  const end = pick(random, [crlf, '\n', '\r', `${crlf}${crlf}`]);
  const text = Buffer.from(`${pick(random, broken)}${end}host: x${crlf}${crlf}`, 'latin1');
  return random() < 0.1 ? noise(random, 1 + Math.floor(random() * 2000)) : text;
}

export function headers(random: Random): Buffer {
  const kinds: (() => string)[] = [
    () => `x: ${'a'.repeat(20_000)}`,
    () => `cookie: ${'a=b; '.repeat(3000)}`,
    () => Array.from({ length: 3000 }, (_, i) => `x${i}: y`).join(crlf),
    () => `content-length: 5${crlf}content-length: 6`,
    () => `content-length: -1`,
    () => `content-length: 1e9`,
    () => `content-length: 99999999999999999999`,
    () => `content-length: 4${crlf}transfer-encoding: chunked`,
    () => `transfer-encoding: chunked, chunked`,
    () => `transfer-encoding: gzip`,
    () => `transfer-encoding: \x0bchunked`,
    () => `x: \0`,
    () => `x\0: y`,
    () => `: nameless`,
    () => ` folded${crlf} on`,
    () => `x : space before the colon`,
    () => `host: a${crlf}host: b`,
    () => `host: ${'x'.repeat(5000)}`,
    () => `expect: 100-continue${crlf}content-length: 10`,
    () => `expect: the-moon`,
    () => `connection: close, keep-alive, upgrade`,
    () => `upgrade: h2c${crlf}connection: upgrade, http2-settings${crlf}http2-settings: AAAA`,
    () => `cookie: glasshouse_session=${letters(random, 200)}; XSRF-TOKEN=%; =; ;;`,
    () => `x-forwarded-for: ${'1.1.1.1, '.repeat(500)}\u00ff`,
    () => `think_lang: __proto__`,
    () => `think_lang: constructor`,
    () => `accept-encoding: ${letters(random, 500)}`,
    () => `range: bytes=0-,-1,5-4`,
    () => `if-none-match: "${letters(random, 900)}`,
    () => `content-type: application/json; charset=${letters(random, 50)}${crlf}content-length: 2`,
  ];
  const some = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(random, kinds)());
  const chunks = [
    '0\r\n\r\n',
    'zz\r\n{}\r\n0\r\n\r\n',
    'ffffffffffffffffff\r\n{}',
    '-1\r\n',
    '2;x=y\r\n{}\r\n0\r\nx: y\r\n\r\n',
    '{}',
    '',
  ];
  const method = pick(random, ['GET', 'POST']);
  return Buffer.from(
    `${method} /index/site/getsite HTTP/1.1${crlf}host: x${crlf}${some.join(crlf)}${crlf}${crlf}${pick(random, chunks)}`,
    'latin1',
  );
}

export function upgrade(random: Random, origin: string): Buffer {
  const key = () => noise(random, 16).toString('base64');
  const right: [string, string][] = [
    ['host', 'x'],
    ['connection', 'upgrade'],
    ['upgrade', 'websocket'],
    ['origin', origin],
    ['sec-websocket-version', '13'],
    ['sec-websocket-key', key()],
  ];
  const wrong: Record<string, string[]> = {
    connection: ['keep-alive', 'Upgrade, close', ''],
    upgrade: ['h2c', 'websocket, websocket', 'WebSocket/13', 'x'.repeat(5000)],
    origin: ['null', 'https://evil.example', `${origin}.evil.example`, '', '\0'],
    'sec-websocket-version': ['8', '99', '-13', '13, 8', 'x'],
    'sec-websocket-key': ['', 'short', `${key()}x`, '='.repeat(3000)],
  };
  const lines = right.flatMap(([name, value]) => {
    if (random() < 0.12) return random() < 0.5 ? [] : [`${name}: ${pick(random, wrong[name] ?? ['', '['])}`];
    return random() < 0.03 ? [`${name}: ${value}`, `${name}: ${value}`] : [`${name}: ${value}`];
  });
  if (random() < 0.3) lines.push('sec-websocket-extensions: permessage-deflate; client_max_window_bits=99; x="\\"');
  if (random() < 0.2) lines.push(`sec-websocket-protocol: ${letters(random, 300)}`);
  const target = random() < 0.4 ? '/live' : pick(random, targets);
  const head = `${pick(random, ['GET', 'GET', 'GET', 'POST'])} ${target} HTTP/1.1${crlf}${lines.join(crlf)}${crlf}${crlf}`;
  // Some send frames before the upgrade is accepted.
  return random() < 0.3 ? Buffer.concat([Buffer.from(head, 'latin1'), frame(random)]) : Buffer.from(head, 'latin1');
}

/** A valid upgrade request, after which frames may follow. */
export const properUpgrade = (origin: string, key: string): string =>
  `GET /live HTTP/1.1${crlf}host: x${crlf}connection: upgrade${crlf}upgrade: websocket${crlf}origin: ${origin}${crlf}sec-websocket-version: 13${crlf}sec-websocket-key: ${key}${crlf}${crlf}`;

/** One WebSocket frame in which any part may be invalid. */
export function frame(random: Random): Buffer {
  const opcode = random() < 0.6 ? pick(random, [0, 1, 2, 8, 9, 10]) : Math.floor(random() * 16);
  const reserved = random() < 0.15 ? Math.floor(random() * 8) << 4 : 0;
  const final = random() < 0.8 ? 0x80 : 0;
  const masked = random() < 0.85 ? 0x80 : 0;
  const payload = pick(random, payloads)(random);
  const claimed = random() < 0.1 ? pick(random, [0, 1, 125, 65_535, 2 ** 31, 2 ** 53, 2 ** 60]) : payload.length;
  const wide = random() < 0.1 ? pick(random, [126, 127]) : claimed < 126 ? claimed : claimed < 65_536 ? 126 : 127;
  const length = Buffer.alloc(wide === 127 ? 8 : wide === 126 ? 2 : 0);
  if (wide === 127) length.writeBigUInt64BE(BigInt(claimed));
  if (wide === 126) length.writeUInt16BE(claimed % 65_536);
  const mask = masked ? noise(random, 4) : Buffer.alloc(0);
  const body = masked ? payload.map((byte, i) => byte ^ mask[i % 4]!) : payload;
  const whole = Buffer.concat([Buffer.from([final | reserved | opcode, masked | (wide % 128)]), length, mask, body]);
  return random() < 0.1 ? whole.subarray(0, Math.floor(random() * whole.length)) : whole;
}
const payloads: ((random: Random) => Buffer)[] = [
  () => Buffer.alloc(0),
  (random) => noise(random, Math.floor(random() * 300)),
  () => Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80, 0xff]), // invalid UTF-8
  (random) => Buffer.from([Math.floor(random() * 256), Math.floor(random() * 256), 0xff]), // close codes
  (random) =>
    Buffer.from(JSON.stringify({ op: pick(random, ['watch', 'again', 'leave']), watch: pick(random, watches) })),
  (random) => Buffer.from(json(random)),
  () => Buffer.alloc(200, 0x20),
  () => Buffer.alloc(5000, 0x7b),
  () => Buffer.alloc(70_000, 0x61),
];
const watches = [
  { topic: 'quotes' },
  { topic: 'events' },
  { topic: 'quotes', symbols: [] },
  { topic: 'quotes', symbols: ['BTC', 'BTC', '__proto__'] },
  { topic: 'candles', symbol: 'BTC', period: '1m' },
  { topic: 'candles', symbol: 'constructor', period: '__proto__' },
  { topic: '' },
  null,
  [],
  { topic: 'quotes', symbols: Array(400).fill('ETH') },
];

const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
const values: ((random: Random) => string)[] = [
  () => 'null',
  () => 'true',
  () => '0',
  () => '-0',
  () => '1e308',
  () => '1e400',
  () => '-1',
  () => '9'.repeat(400),
  () => '0.1',
  () => '""',
  () => '"\\u0000"',
  () => '"\\ud800"',
  () => '"\\udfff\\ud800"',
  () => `"${'a'.repeat(5000)}"`,
  () => '"٣"',
  () => '[]',
  () => '{}',
  () => '[[],[{}]]',
  () => '{"toString":1,"valueOf":null}',
  () => deep('[', ']', 500),
  () => deep('{"a":', '}', 500).replace(':}', ':1}'),
  () => `"${'é'.repeat(900)}"`,
  () => '"<script>alert(1)</script>"',
  () => '"\' or 1=1 --"',
  () => '"../../../etc/passwd"',
  () => '"0198a000-0000-7000-8000-000000000000"',
  () => '"2026-11-15T12:00:00Z"',
  () => '"2026-13-45"',
  () => '"BTC"',
  () => '"10.00"',
  () => '"-10.00"',
  () => '"NaN"',
  () => '[null,null]',
  (random) => JSON.stringify(letters(random, 30)),
];

/** A text that is JSON, nearly JSON, or neither. Usually an object with the given names. */
export function json(random: Random, names: readonly string[] = ['id', 'op', 'watch']): string {
  const value = () => pick(random, values)(random);
  const whole = random();
  if (whole < 0.08)
    return pick(random, [
      '',
      '{',
      '[',
      '"',
      '{"a":}',
      '{a:1}',
      "{'a':1}",
      '\ufeff{}',
      '{}{}',
      'undefined',
      '// x',
      '{"a":1,}',
      '\0',
    ]);
  if (whole < 0.16) return value();
  if (whole < 0.19) return deep('[', ']', 20_000);
  const odd = ['__proto__', 'constructor', 'prototype', '', 'toString', 'id', 'then'];
  const own = names.length > 0 ? names : odd;
  const pairs = Array.from({ length: Math.floor(random() * 8) }, () => {
    const name = random() < 0.75 ? pick(random, own) : pick(random, odd);
    return `${JSON.stringify(name)}:${value()}`;
  });
  if (random() < 0.2 && pairs.length > 0) pairs.push(pairs[0]!, pairs[0]!.replace(/:.*/s, ':{"__proto__":{"a":1}}'));
  return `{${pairs.join(',')}}`;
}

/** Requests the longest possible responses. */
export const largeAnswer = (random: Random): string =>
  [
    `GET ${pick(random, ['/docs/openapi.json', '/docs/reference.js'])} HTTP/1.1`,
    'host: x',
    `accept-encoding: ${pick(random, ['br', 'gzip', 'identity'])}`,
    '',
    '',
  ].join(crlf);

/** Well-formed, but from another site's page or for another path. */
export function refusedUpgrade(random: Random, origin: string): string {
  const [path, from] = pick(random, [
    ['/live', 'https://evil.example'],
    ['/other', origin],
  ] as const);
  return properUpgrade(from, 'AAAAAAAAAAAAAAAAAAAAAA==').replace('/live', path);
}
