import type { IncomingMessage } from 'node:http';
import { seconds } from '../runtime/clock.ts';
import { network } from './addresses.ts';
import { err, ok, type Result } from './result.ts';

/** The maximum size of the parts of a form around its file: its boundary, and the part's own headers. */
const maxAround = 8 * 1024;
/**
 * Bytes that this process holds of files that are being read and processed, and the share of one network: three files.
 */
const maxKept = 64 * 1024 * 1024;
const maxOfOne = 24 * 1024 * 1024;
let kept = 0;
const keptOf = new Map<string, number>();
/** The minimum speed, because a client that stalls holds memory that others need. */
const minBytes = 64 * 1024;
const patience = seconds(10);

type FormRefusal = 'bad_input' | 'file_too_large' | 'file_busy';
/** A form that was sent but not read yet. Call `close` when its file is no longer needed. */
type Form = { read: () => Promise<Result<Buffer, FormRefusal>>; close: () => void };

/**
 * The form of a call that takes a file: one part, the field `file`, and nothing else. It is read only when the call
 * asks for it, up to its maximum size. A body that arrives too slowly is ended like every other (see
 * bounded-server.ts); one that stalls is ended earlier.
 */
export function openForm(request: IncomingMessage, limit: number, address: string): Form {
  const from = network(address);
  let own = 0;
  const keep = (bytes: number) => {
    own += bytes;
    kept += bytes;
    const ofOne = (keptOf.get(from) ?? 0) + bytes;
    if (ofOne > 0) keptOf.set(from, ofOne);
    else keptOf.delete(from);
    return kept <= maxKept && ofOne <= maxOfOne;
  };
  const close = () => void keep(-own);
  const read = async (): Promise<Result<Buffer, FormRefusal>> => {
    const boundary = boundaryIn(request.headers['content-type']);
    if (!boundary) return err('bad_input');
    if (Number(request.headers['content-length'] ?? 0) > limit + maxAround) return err('file_too_large');
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of steadily(request)) {
        const room = keep(chunk.length);
        if (own > limit + maxAround) return err('file_too_large');
        if (!room) {
          close(); // at once, or other forms would be refused because of discarded bytes
          return err('file_busy');
        }
        chunks.push(chunk);
      }
    } catch {
      return err('bad_input'); // the client disconnected or stalled
    }
    const file = onlyFile(Buffer.concat(chunks), boundary);
    if (!file) return err('bad_input');
    return file.length > limit ? err('file_too_large') : ok(file);
  };
  return { read, close };
}

/** The chunks of a body, until it ends or is too slow. */
async function* steadily(request: IncomingMessage): AsyncGenerator<Buffer> {
  const stalled = Promise.withResolvers<never>();
  stalled.promise.catch(() => {});
  const timer = setTimeout(() => stalled.reject(new Error('the body has stalled')), patience);
  let since = 0;
  // Node discards the rest once the call is answered; ending the stream here would also end the answer.
  const chunks: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = chunks.next();
      next.catch(() => {}); // it may fail after the caller has stopped waiting
      const { done, value } = await Promise.race([next, stalled.promise]);
      if (done) return;
      since += value.length;
      if (since >= minBytes) {
        since = 0;
        timer.refresh();
      }
      yield value;
    }
  } finally {
    clearTimeout(timer);
    void chunks.return?.()?.catch(() => {});
  }
}

const boundaryIn = (type = ''): string | undefined => {
  const [, quoted, plain] =
    /^multipart\/form-data;\s*boundary=(?:"([^"\r\n]{1,70})"|([\w'()+,./:=?-]{1,70}))$/i.exec(type) ?? [];
  return quoted ?? plain;
};

/**
 * The file, if the form is complete and holds nothing else: a second part would add another boundary before the end.
 */
function onlyFile(body: Buffer, boundary: string): Buffer | undefined {
  const first = Buffer.from(`--${boundary}\r\n`);
  if (!body.subarray(0, first.length).equals(first)) return undefined;
  const begins = body.subarray(0, maxAround).indexOf('\r\n\r\n') + 4;
  if (begins < first.length + 4) return undefined;
  const headers = body.toString('utf8', first.length, begins);
  if (!/^content-disposition: form-data; name="file"(;|\r\n)/im.test(headers)) return undefined;
  const ends = body.indexOf(`\r\n--${boundary}`, begins);
  const rest = ends < 0 ? '' : body.toString('latin1', ends + boundary.length + 4, ends + boundary.length + 9);
  return /^--(\r\n)?$/.test(rest) ? body.subarray(begins, ends) : undefined;
}
