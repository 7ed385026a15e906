import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const smallest = 1024; // characters: a smaller answer fits into a packet anyway
/** Concurrent compressions: each takes a thread and some hundred kilobytes in addition to its text. */
const maxAtOnce = 2;
let compressing = 0;

export type Coding = 'br' | 'gzip';
type OnCompressed = (error: Error | null, bytes: Buffer) => void;
export const pack: Record<Coding, (plain: string | Buffer, packed: OnCompressed) => void> = {
  br: (plain, packed) => brotliCompress(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, packed),
  gzip: (plain, packed) => gzip(plain, packed),
};

/**
 * Answers to operators are never compressed: some contain one-time links and secrets of authenticator apps, and the
 * length of compressed data reveals a little of its content
 * (docs/adr/0060-compress-user-responses-not-operator-responses.md).
 */
export const isWorthCompressing = (request: FastifyRequest, payload: unknown): payload is string =>
  typeof payload === 'string' && payload.length >= smallest && !request.url.startsWith('/office/');

/** Sends a text compressed, off the main thread, if the caller accepts that and few others are being compressed. */
export function compress(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  done: (error: Error | null, payload: unknown) => void,
): void {
  reply.header('vary', 'accept-encoding');
  const coding = codingFor(request);
  if (!coding || compressing >= maxAtOnce) {
    done(null, text);
    return;
  }
  compressing++;
  pack[coding](text, (error, bytes) => {
    compressing--;
    if (!error) reply.header('content-encoding', coding);
    done(error, bytes);
  });
}

/** The accepted encoding, the smaller one first. */
export const codingFor = ({ headers }: FastifyRequest): Coding | undefined =>
  (['br', 'gzip'] as const).find((name) => accepts(headers['accept-encoding'], name));

const accepts = (header: string | string[] | undefined, name: string): boolean =>
  String(header ?? '')
    .toLowerCase()
    .split(',')
    .some((part) => {
      const [coding, weight = ''] = part.split(';').map((text) => text.trim());
      return coding === name && !/^q=0(\.0*)?$/.test(weight);
    });
