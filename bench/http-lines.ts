import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

// Connections to an HTTP server with as little overhead as possible, because the sender shares the machine with the server it measures.
// Each connection has one request in flight at a time.

/** The text of a request and a callback for the body of its response. */
export type HttpRequest = { text: string; heard: (body: string, milliseconds: number) => void };
type Line = { socket: Socket; begun: number; answer: string; request: HttpRequest };

const lengthHeader = 'content-length: ';
/** The request line and headers. */
export const headLines = (first: string, headers: Record<string, string>): string =>
  `${first} HTTP/1.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

/** Opens this many connections, alternating between these ports and these source addresses. */
export async function openLines(count: number, ports: readonly number[], addresses = ['127.0.0.1']) {
  const buffer = Buffer.alloc(65_536);
  let answered: (line: Line) => void = () => {};
  const hear = (line: Line, chunk: string) => {
    line.answer += chunk;
    const head = line.answer.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number.parseInt(line.answer.slice(line.answer.indexOf(lengthHeader) + lengthHeader.length), 10);
    if (line.answer.length < head + 4 + length) return;
    line.request.heard(line.answer.slice(head + 4), performance.now() - line.begun);
    line.answer = '';
    answered(line);
  };
  const openLine = async (_: unknown, place: number): Promise<Line> => {
    const line: Line = { socket: undefined as never, begun: 0, answer: '', request: undefined as never };
    // All connections share one buffer, bypassing streams. Only error messages could contain text beyond ASCII, and
    // English ones do not.
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
  const send = (line: Line, request: HttpRequest, due: number) => {
    line.begun = due;
    line.request = request;
    line.socket.write(request.text, 'latin1');
  };
  return {
    /** Sends requests as fast as they are answered. Returns the seconds it took. */
    sendAll: async (seconds: number, next: () => HttpRequest): Promise<number> => {
      const began = performance.now();
      const end = began + seconds * 1000;
      answered = (line) => {
        if (performance.now() < end) send(line, next(), performance.now());
      };
      for (const line of open) answered(line);
      await pause(seconds * 1000);
      return (performance.now() - began) / 1000;
    },
    /** Sends at a constant rate. Latency counts from the time a request was due, not from the time a connection was free. */
    sendEvenly: async (seconds: number, rate: number, next: () => HttpRequest): Promise<number> => {
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
          const line = free.shift(); // round-robin: an idle connection is closed after 15 s
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
