import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Coding, codingFor, pack } from './compress.ts';

const sliceBytes = 64 * 1024;

/** An answer that is the same for all clients: read and compressed on the first request, then shared. */
export function keepAnswer(type: string, read: () => Buffer | Promise<Buffer>) {
  const kept = new Map<Coding | 'plain', Promise<Buffer>>();
  const once = (name: Coding | 'plain', make: () => Promise<Buffer>): Promise<Buffer> => {
    const bytes = kept.get(name) ?? make();
    kept.set(name, bytes);
    bytes.catch(() => kept.delete(name)); // the next caller tries again
    return bytes;
  };
  const plain = () => once('plain', async () => read());
  const packed = (coding: Coding) => once(coding, async () => promisify(pack[coding])(await plain()));
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const coding = codingFor(request);
    const bytes = await (coding ? packed(coding) : plain());
    if (coding) reply.header('content-encoding', coding);
    // In slices of the same bytes: only one slice is buffered for a client that doesn't read.
    return reply
      .type(type)
      .headers({ vary: 'accept-encoding', 'content-length': bytes.length })
      .send(Readable.from(slices(bytes), { objectMode: false }));
  };
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += sliceBytes) yield bytes.subarray(at, at + sliceBytes);
}
