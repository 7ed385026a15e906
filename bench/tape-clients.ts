import { randomBytes } from 'node:crypto';
import { createConnection, type Socket } from 'node:net';
import type { Watch } from '../protocol/src/market/live.ts';

type OnFrame = (kind: string, slot: number, seq: number) => void;

/**
 * Parses WebSocket frames from a stream of bytes, only as far as their headers: thousands of these clients must cost
 * less than the server they measure.
 */
function frameReader(heard: OnFrame, pinged: () => void = () => {}): (chunk: Buffer) => void {
  let carry: Buffer | undefined;
  let skip = 0;
  return (chunk) => {
    let data = carry ? Buffer.concat([carry, chunk]) : chunk;
    carry = undefined;
    for (;;) {
      if (skip >= data.length) {
        skip -= data.length;
        return;
      }
      data = data.subarray(skip);
      skip = 0;
      if (data.length < 2) break;
      const short = data[1]! & 127;
      const head = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (data.length < head) break;
      const length = short < 126 ? short : short === 126 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2));
      if (data.length < Math.min(head + length, 160)) break;
      if ((data[0]! & 15) === 1) {
        const text = data.toString('latin1', head, head + Math.min(length, 150));
        const match = /"kind":"(\w+)","seq":(\d+),"time":\d+,"slot":(\d+)/.exec(text);
        if (match) heard(match[1]!, Number(match[3]), Number(match[2]));
        else if (text.startsWith('{"of":"events"')) heard(/"kind":"(\w+)"/.exec(text)![1]!, 0, 0);
      }
      if ((data[0]! & 15) === 9) pinged();
      skip = head + length;
    }
    carry = Buffer.from(data); // the underlying buffer is reused
  };
}

const shared = Buffer.alloc(256 * 1024);
/** A socket whose bytes go directly to `read`. All sockets share one buffer, because `read` does not keep it. */
async function connectTo(port: number, read: (chunk: Buffer) => void, localAddress = '127.0.0.1'): Promise<Socket> {
  const callback = (count: number, buffer: Uint8Array) => {
    read((buffer as Buffer).subarray(0, count));
    return true;
  };
  const socket = createConnection({ host: '127.0.0.1', port, localAddress, onread: { buffer: shared, callback } });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return socket.on('error', () => {});
}

/** The session, source address and subscriptions of a client. By default a visitor who watches all quotes. */
type Listener = { cookie?: string; address?: string; watches?: readonly Watch[] };
const masked = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | bytes.length, 0, 0, 0, 0]), bytes]);
};

/** A client of the live stream. */
export async function openLiveClient(
  port: number,
  origin: string,
  heard: OnFrame,
  { cookie = '', address, watches = [{ topic: 'quotes' }] }: Listener = {},
): Promise<Socket> {
  const pong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);
  const frames = frameReader(heard, () => socket.write(pong));
  const greeted = Promise.withResolvers<void>();
  let answer = '';
  const greet = (chunk: Buffer) => {
    answer += chunk.toString('latin1');
    if (!answer.includes('\r\n\r\n')) return;
    read = frames;
    if (answer.startsWith('HTTP/1.1 101')) greeted.resolve();
    else greeted.reject(new Error(`refused: ${answer.slice(0, 80)}`));
  };
  let read = greet;
  const socket = await connectTo(port, (chunk) => read(chunk), address);
  const key = randomBytes(16).toString('base64');
  socket.write(
    `GET /live HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\norigin: ${origin}\r\ncookie: ${cookie}\r\n\r\n`,
  );
  await greeted.promise;
  for (const watch of watches) socket.write(masked(JSON.stringify({ op: 'watch', watch })));
  return socket;
}

/** A bare socket that reads the same frames. */
export const openRawClient = (port: number, heard: OnFrame): Promise<Socket> => connectTo(port, frameReader(heard));

export const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? Number.NaN;
