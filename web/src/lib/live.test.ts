import type { LiveFrame } from '@glasshouse/protocol/market/live';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLive } from './live.ts';
import { serverNow } from './server-clock.ts';

/** A socket whose other end is the test. */
function newSocket() {
  const sent: unknown[] = [];
  const socket = {
    readyState: 0 as 0 | 1 | 3,
    said: sent,
    closed: false,
    send: (text: string) => sent.push(JSON.parse(text)),
    close: () => {
      socket.closed = true;
      socket.readyState = 3;
    },
    onopen: null as WebSocket['onopen'],
    onmessage: null as WebSocket['onmessage'],
    onclose: null as WebSocket['onclose'],
    accept: () => {
      socket.readyState = 1;
      socket.onopen?.call({} as WebSocket, {} as Event);
    },
    tell: (frame: object) => socket.onmessage?.call({} as WebSocket, { data: JSON.stringify(frame) } as MessageEvent),
    break: () => {
      socket.readyState = 3;
      socket.onclose?.call({} as WebSocket, {} as CloseEvent);
    },
  };
  return socket;
}

function newLive() {
  const sockets: ReturnType<typeof newSocket>[] = [];
  const phases: string[] = [];
  const connect = () => {
    sockets.push(newSocket());
    return sockets.at(-1)!;
  };
  const live = openLive({ connect, random: () => 1, show: (phase) => phases.at(-1) !== phase && phases.push(phase) });
  return { live, sockets, phases };
}

const quotes = { topic: 'quotes' } as const;
const frame = { of: 'quotes', kind: 'snapshot', seq: 1, slot: 4, source: 'synthetic', quotes: [] };

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

test('all listeners share one connection, and each channel is subscribed once', () => {
  const { live, sockets } = newLive();
  const frames: LiveFrame[] = [];
  live.watch(quotes, (each) => frames.push(each));
  live.watch(quotes, (each) => frames.push(each));
  live.watch({ topic: 'candles', symbol: 'BTC', period: '1m' }, () => {});
  expect(sockets).toHaveLength(1);
  sockets[0]!.accept();
  expect(sockets[0]!.said).toEqual([
    { op: 'watch', watch: quotes },
    { op: 'watch', watch: { topic: 'candles', symbol: 'BTC', period: '1m' } },
  ]);
  sockets[0]!.tell({ ...frame, time: 1 });
  expect(frames).toHaveLength(2);
});

test('the channel and the connection close shortly after the last listener leaves', () => {
  const { live, sockets, phases } = newLive();
  const [first, second] = [live.watch(quotes, () => {}), live.watch(quotes, () => {})];
  sockets[0]!.accept();
  sockets[0]!.tell({ ...frame, time: 1 });
  first();
  vi.advanceTimersByTime(5000);
  expect(sockets[0]!.said).toHaveLength(1);
  second();
  vi.advanceTimersByTime(1000);
  const third = live.watch(quotes, () => {});
  expect(sockets[0]!.said.at(-1)).toEqual({ op: 'again', watch: quotes });
  third();
  vi.advanceTimersByTime(2000);
  expect(sockets[0]!.said.at(-1)).toEqual({ op: 'leave', watch: quotes });
  expect(sockets[0]!.closed).toBe(true);
  expect(phases.at(-1)).toBe('idle');
});

test('a lost connection is retried after growing waits, then all channels are subscribed again', () => {
  const { live, sockets, phases } = newLive();
  live.watch(quotes, () => {});
  sockets[0]!.accept();
  sockets[0]!.tell({ ...frame, time: 1 });
  for (const wait of [1000, 2000, 4000]) {
    sockets.at(-1)!.break();
    expect(phases.at(-1)).toBe('lost');
    const count = sockets.length;
    vi.advanceTimersByTime(wait - 1);
    expect(sockets).toHaveLength(count);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(count + 1);
  }
  sockets.at(-1)!.accept();
  expect(sockets.at(-1)!.said).toEqual([{ op: 'watch', watch: quotes }]);
  // A heartbeat brings no price: the strip stays until the first frame.
  sockets.at(-1)!.tell({ of: 'beat', kind: 'beat', time: 1 });
  expect(phases.at(-1)).toBe('lost');
  sockets.at(-1)!.tell({ ...frame, time: 1 });
  expect(phases.at(-1)).toBe('live');
  sockets.at(-1)!.break();
  vi.advanceTimersByTime(1000);
  expect(sockets).toHaveLength(5);
});

test('the wait between retries is at most half a minute', () => {
  const { live, sockets } = newLive();
  live.watch(quotes, () => {});
  for (let i = 0; i < 10; i++) {
    const count = sockets.length;
    sockets.at(-1)!.break();
    vi.advanceTimersByTime(30_000);
    expect(sockets.length).toBeGreaterThan(count);
  }
});

test('a silent connection is dropped', () => {
  const { live, sockets, phases } = newLive();
  live.watch(quotes, () => {});
  sockets[0]!.accept();
  sockets[0]!.tell({ ...frame, time: 1 });
  vi.advanceTimersByTime(11_000);
  sockets[0]!.tell({ of: 'beat', kind: 'beat', time: 1 });
  vi.advanceTimersByTime(11_000);
  expect(phases.at(-1)).toBe('live');
  vi.advanceTimersByTime(1000);
  expect(phases.at(-1)).toBe('lost');
  expect(sockets[0]!.closed).toBe(true);
});

test('a hidden page disconnects and reconnects as soon as it is visible', () => {
  const { live, sockets, phases } = newLive();
  live.watch(quotes, () => {});
  sockets[0]!.accept();
  live.setAwake(false);
  expect(phases.at(-1)).toBe('idle');
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1);
  live.setAwake(true);
  expect(sockets).toHaveLength(2);
});

test('a manual retry does not wait', () => {
  const { live, sockets } = newLive();
  live.watch(quotes, () => {});
  sockets[0]!.break();
  live.retry();
  live.retry();
  expect(sockets).toHaveLength(2);
  vi.advanceTimersByTime(1000);
  expect(sockets).toHaveLength(2);
});

test('the server’s clock is taken from the frame that traveled fastest', () => {
  const { live, sockets } = newLive();
  live.watch(quotes, () => {});
  sockets[0]!.accept();
  sockets[0]!.tell({ of: 'beat', kind: 'beat', time: 1_004_700 });
  sockets[0]!.tell({ of: 'beat', kind: 'beat', time: 1_004_950 });
  sockets[0]!.tell({ of: 'beat', kind: 'beat', time: 1_004_100 });
  expect(serverNow()).toBe(1_004_950);
  vi.advanceTimersByTime(500);
  expect(serverNow()).toBe(1_005_450);
});
