import type { Socket } from 'node:net';
import { coins } from '../protocol/src/market/coins.ts';
import type { Watch } from '../protocol/src/market/live.ts';
import { msOf } from '../protocol/src/market/tape.ts';
import { tokenOf } from './orders-world.ts';
import { openLiveClient } from './tape-clients.ts';

// A process that holds live connections of logged-in users, as many per network as the site allows.
type Hold = { ports: number[]; origin: string; first: number; count: number };
export type Order = { hold: Hold } | { measure: true } | { tell: true };
/** `delays[n]`: tick frames received n ms after the start of their slot; `missed`: ticks that were skipped in favor of a newer one. */
export type Measurement = {
  delays: number[];
  missed: number;
  frames: number;
  events: number;
  bytes: number;
  listening: number;
  gone: number;
};

const perAddress = 50;
const atOnce = 50;
const slowest = 10_000;

const sockets: Socket[] = [];
const heard = { frames: 0, events: 0, listening: 0, missed: 0, gone: 0 };
let delays = new Uint32Array(slowest);
let bytesBefore = 0;
const bytesRead = () => sockets.reduce((sum, socket) => sum + socket.bytesRead, 0);

/** Every second user watches all coins, the others one coin and its chart. All users receive their own events. */
function watchesOf(user: number): Watch[] {
  const { symbol } = coins[user % coins.length]!;
  const page: Watch[] =
    user % 2 === 0
      ? [{ topic: 'quotes' }]
      : [
          { topic: 'quotes', symbols: [symbol] },
          { topic: 'candles', symbol, period: '1m' },
        ];
  return [...page, { topic: 'events' }];
}

async function openOne({ ports, origin, first }: Hold, place: number): Promise<void> {
  const user = first + place;
  const network = Math.floor(user / perAddress);
  let last = 0;
  const hear = (kind: string, slot: number) => {
    heard.frames++;
    if (kind === 'event') heard.events++;
    if (kind === 'listening') heard.listening++;
    if (kind !== 'ticks') return;
    if (last > 0 && slot > last + 1) heard.missed += slot - last - 1;
    last = slot;
    delays[Math.min(Math.max(Date.now() - msOf(slot), 0), slowest - 1)]!++;
  };
  const socket = await openLiveClient(ports[place % ports.length]!, origin, hear, {
    cookie: `glasshouse_session=${tokenOf(user)}`,
    address: `127.1.${network >> 8}.${network & 255}`,
    watches: watchesOf(user),
  });
  socket.on('close', () => heard.gone++);
  sockets.push(socket);
}

process.on('message', async (order: Order) => {
  if ('hold' in order) {
    const { count } = order.hold;
    for (let from = 0; from < count; from += atOnce)
      await Promise.all(
        Array.from({ length: Math.min(atOnce, count - from) }, (_, i) => openOne(order.hold, from + i)),
      );
  }
  if ('measure' in order) {
    delays = new Uint32Array(slowest);
    Object.assign(heard, { frames: 0, events: 0, missed: 0 });
    bytesBefore = bytesRead();
  }
  const held: Measurement = { ...heard, delays: [...delays], bytes: bytesRead() - bytesBefore };
  process.send!(held);
});
process.once('disconnect', () => process.exit());
