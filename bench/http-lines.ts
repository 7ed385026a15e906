import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

// Real connections to an http server and as little else as possible, because whoever sends shares the machine with what it measures. Each
// connection has one request under way at a time.

/** A whole request, and who hears the body of its answer and how long that took. */
export type Asked = { text: string; heard: (body: string, milliseconds: number) => void };
type Line = { socket: Socket; begun: number; answer: string; asked: Asked };

const lengthHeader = 'content-length: ';
/** The lines of a request before its body. */
export const headLines = (first: string, headers: Record<string, string>): string =>
  `${first} HTTP/1.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

/** So many connections, in turn to these ports and from these addresses. */
export async function openLines(count: number, ports: readonly number[], addresses = ['127.0.0.1']) {
  const buffer = Buffer.alloc(65_536);
  let answered: (line: Line) => void = () => {};
  const hear = (line: Line, chunk: string) => {
    line.answer += chunk;
    const head = line.answer.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number.parseInt(line.answer.slice(line.answer.indexOf(lengthHeader) + lengthHeader.length), 10);
    if (line.answer.length < head + 4 + length) return;
    line.asked.heard(line.answer.slice(head + 4), performance.now() - line.begun);
    line.answer = '';
    answered(line);
  };
  const openLine = async (_: unknown, place: number): Promise<Line> => {
    const line: Line = { socket: undefined as never, begun: 0, answer: '', asked: undefined as never };
    // All read into one buffer, past the machinery of streams. The only text beyond ASCII would be a refusal's, and English has none.
    const callback = (read: number) => {
      hear(line, buffer.toString('latin1', 0, read));
      return true;
    };
    const where = { port: ports[place % ports.length]!, host: '127.0.0.1' };
    const localAddress = addresses[place % addresses.length]!;
    line.socket = connect({ ...where, localAddress, noDelay: true, onread: { buffer, callback } });
    await new Promise<void>((resolve, reject) => line.socket.once('connect', resolve).once('error', reject));
    return line;
  };
  const open = await Promise.all(Array.from({ length: count }, openLine));
  const send = (line: Line, asked: Asked, due: number) => {
    line.begun = due;
    line.asked = asked;
    line.socket.write(asked.text, 'latin1');
  };
  return {
    /** As many as can be answered; the seconds it took. */
    sendAll: async (seconds: number, next: () => Asked): Promise<number> => {
      const began = performance.now();
      const end = began + seconds * 1000;
      answered = (line) => {
        if (performance.now() < end) send(line, next(), performance.now());
      };
      for (const line of open) answered(line);
      await pause(seconds * 1000);
      return (performance.now() - began) / 1000;
    },
    /** So many a second, spread evenly. Waiting counts from when a request was due, not from when a connection was free for it. */
    sendEvenly: async (seconds: number, rate: number, next: () => Asked): Promise<number> => {
      const began = performance.now();
      const end = began + seconds * 1000;
      const due: number[] = [];
      const free = [...open];
      answered = (line) => {
        const late = due.shift();
        if (late === undefined) free.push(line);
        else send(line, next(), late);
      };
      for (let sent = 0, now = began; now < end; now = performance.now()) {
        for (; began + (sent * 1000) / rate <= now; sent++) {
          const line = free.shift(); // in turn: a connection on which nothing is asked is closed after 15 s
          if (line) send(line, next(), began + (sent * 1000) / rate);
          else due.push(began + (sent * 1000) / rate);
        }
        await pause(1);
      }
      return (performance.now() - began) / 1000;
    },
    close: () => {
      for (const { socket } of open) socket.destroy();
    },
  };
}
