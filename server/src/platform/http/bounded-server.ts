import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Gauge } from 'prom-client';
import { createConnections, type Room } from '../database/connections.ts';
import { seconds } from '../runtime/clock.ts';

const options = {
  /** From the connection, or the end of the last answer, to the end of a request's headers. */
  headersTimeout: seconds(15),
  /** To the end of its body. */
  requestTimeout: seconds(30),
  keepAliveTimeout: seconds(72),
  connectionsCheckingInterval: seconds(5),
  maxHeaderSize: 16 * 1024,
};
/** The maximum time without any data in either direction; longer than any call may take. */
const idle = seconds(90);
/**
 * The maximum number of requests on a connection without waiting for their answers. Browsers and proxies wait for each
 * one.
 */
const maxAtOnce = 16;
/** The maximum number of bytes of unread answers in this process. */
const maxUnsent = 64 * 1024 * 1024;
/**
 * After being told to stop: how long new requests are accepted, and how long those in progress may still be answered.
 */
const lastRequests = seconds(1);
const lastAnswers = seconds(8);

/** Open connections of this process, including refused ones; exported as a metric. */
export const openConnections = new Gauge({
  name: 'glasshouse_connections',
  help: 'Open connections of the http servers, live ones included.',
  registers: [],
});

/**
 * An http server with limits on what a client may hold. Without them, a client that sends nothing, sends a byte per
 * second or never reads would keep its connection forever, and enough of them would keep all others out. Each
 * connection gets one answer at a time: however many requests arrive in one packet, the next is started when the last
 * answer has been read.
 */
export function createBoundedServer(handle: RequestListener, room: Room): Server {
  const connections = createConnections(room);
  const asked = new WeakMap<Socket, (() => void)[]>();
  let stopping = false;
  const server = createServer(
    { ...options, shouldUpgradeCallback: ({ socket }) => letGo(socket) },
    (request, response) => {
      const { socket } = request;
      const queue = asked.get(socket) ?? [];
      asked.set(socket, queue);
      if (queue.length >= maxAtOnce) return socket.destroy();
      queue.push(() => {
        response.once('close', () => resume(socket, queue));
        response.once('prefinish', () => keepUnsent(socket, response));
        handle(request, response);
      });
      connections.work(socket);
      if (queue.length === 1) queue[0]!();
    },
  );
  const resume = (socket: Socket, queue: (() => void)[]) => {
    queue.shift();
    if (socket.destroyed) return;
    if (queue[0]) return queue[0]();
    if (stopping) return socket.destroySoon();
    connections.rest(socket);
  };
  /** Hands the socket to an upgrade handler, if there is one, which counts it then. */
  const letGo = (socket: Socket): boolean => {
    const taken = server.listenerCount('upgrade') > 0;
    if (taken) connections.leave(socket);
    return taken;
  };
  server.on('connection', (socket) => {
    openConnections.inc();
    socket.once('close', () => {
      openConnections.dec();
      connections.leave(socket);
    });
    if (!connections.enter(socket)) socket.destroy();
  });
  server.setTimeout(idle);
  const close = server.close.bind(server);
  server.close = (done) => {
    stopping = true;
    close(done);
    const end = (which: () => Iterable<Socket>) => () => {
      for (const socket of which()) socket.destroy();
    };
    setTimeout(end(connections.idle), lastRequests).unref();
    setTimeout(end(connections.all), lastAnswers).unref();
    return server;
  };
  return server;
}

const unsent = new Map<Socket, number>();
let unsentBytes = 0;
const forget = (socket: Socket) => {
  unsentBytes -= unsent.get(socket) ?? 0;
  unsent.delete(socket);
};
/**
 * Counts an answer until it is read. If too many bytes are unread, the connections that have not read for the longest
 * are closed.
 */
function keepUnsent(socket: Socket, response: ServerResponse): void {
  unsent.set(socket, socket.writableLength);
  unsentBytes += socket.writableLength;
  response.once('close', () => forget(socket));
  for (const longest of unsent.keys()) {
    if (unsentBytes <= maxUnsent) return;
    forget(longest);
    longest.destroy();
  }
}
