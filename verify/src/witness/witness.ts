import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  cosignText,
  type NoteKey,
  noteKey,
  readKey,
  signatureLine,
  writeKey,
  writeNote,
} from '@glasshouse/protocol/publiclog/note';
import { type CosignRequest, judge, readSigned } from './judge.ts';
import { openState } from './state.ts';

const maxBytes = 64 * 1024;
const maxWaiting = 64;

type Options = {
  directory: string;
  /** The keys of the monitored logs, as texts. */
  logs: readonly string[];
  name: string;
  host: string;
  port: number;
  clock: () => number;
  say: (line: string) => void;
};

/** A witness cosigns a checkpoint only if it follows from the last one it cosigned, and stores it before responding. */
export async function openWitness({ directory, logs, name, host, port, clock, say }: Options) {
  const keys = await Promise.all(logs.map(readKey));
  if (keys.some((key) => key?.type !== 'text')) throw new Error('--log takes the key of a log');
  const state = await openState(directory, keys as NoteKey[]);
  const key = await noteKey(name, 'cosignature', state.publicKey);

  type Answer = { status: number; type?: string; text: string };
  const answerTo = async (cosignRequest: CosignRequest, body: string): Promise<Answer> => {
    const { origin } = cosignRequest.head;
    const verdict = await judge(cosignRequest, state.seenOf(origin)?.head);
    if ('refused' in verdict && verdict.refused) {
      if (await state.refuse(verdict.refused, origin, body)) say(`REFUSED ${origin}: ${verdict.refused}`);
    }
    if (verdict.status === 409) return { status: 409, type: 'text/x.tlog.size', text: `${verdict.size}\n` };
    if (verdict.status !== 200) return { status: verdict.status, text: '' };
    const { head, note } = verdict;
    await state.keep({ head, note: writeNote(note) });
    return { status: 200, text: signatureLine(cosignText(key, note.text, Math.floor(clock() / 1000), state.sign)) };
  };
  // One request at a time: no other may run between reading the last cosigned checkpoint and writing the next.
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const inTurn = (cosignRequest: CosignRequest, body: string) => {
    waiting++;
    const answered = turn.then(() => answerTo(cosignRequest, body)).finally(() => waiting--);
    turn = answered.catch(() => {});
    return answered;
  };

  const server = createServer(async (request, response) => {
    try {
      // Identifies the witness. A container runtime only checks that it responds.
      if (request.method === 'GET' && /^\/(healthz)?$/.test(request.url ?? ''))
        return send(response, 200, `${writeKey(key)}\n`);
      if (request.method !== 'POST' || request.url !== '/add-checkpoint') return send(response, 404, '');
      const said = Number(request.headers['content-length'] ?? 0);
      const body = said > maxBytes ? undefined : await read(request);
      if (body === undefined) return send(response, 413, '');
      // Only checkpoints signed by a log enter the queue, so other requests cannot delay them.
      const signed = await readSigned(body, keys as NoteKey[]);
      if ('status' in signed) return send(response, signed.status, '');
      if (waiting >= maxWaiting) return send(response, 503, '');
      const { status, type, text } = await inTurn(signed.request, body);
      send(response, status, text, type);
    } catch (error) {
      if (request.destroyed && !request.complete) return; // the client has disconnected
      say(`FAILED ${(error as Error).message}`);
      send(response, 500, '');
    }
  });
  server.requestTimeout = 10_000;
  server.headersTimeout = 5000;
  server.maxConnections = 200;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve)).catch(
    (error) => {
      state.close();
      throw error;
    },
  );
  return {
    key: writeKey(key),
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await turn;
      state.close();
    },
  };
}

function send(response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
  // The rest of a body that is too long is not read.
  if (status === 413) response.setHeader('connection', 'close');
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text);
}

/** Reads the body. Returns undefined if it is longer than any valid one. */
async function read(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
