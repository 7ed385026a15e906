import { setTimeout as wait } from 'node:timers/promises';
import { proveConsistency } from '@glasshouse/protocol/publiclog/merkle';
import {
  type NoteKey,
  readKey,
  readNote,
  readSignatures,
  signatureLine,
  signedWith,
  toBase64,
} from '@glasshouse/protocol/publiclog/note';
import { readBounded } from '@glasshouse/protocol/read-bounded';
import type { Db } from '#platform/database/db.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Clock } from '#platform/runtime/clock.ts';
import { note } from '#platform/runtime/faults.ts';
import { sha } from '#platform/security/signer.ts';
import * as table from './sql.ts';
import { treeOver } from './tree.ts';

const askAgain = 5000;
const answersWithin = 5000;
const longestAnswer = 16 * 1024;

/** A witness: its address, and the key it cosigns with. */
export type Witness = { url: string; key: NoteKey };
export type Outcome = 'cosigned' | 'disagreed' | 'failed';
type Parts = { db: Db; clock: Clock; log: Log; onAsked?: (witness: string, outcome: Outcome) => void };

/** The witness has seen a different log. */
class Disagrees extends Error {}

/** Parses `URL KEY` from the configuration. */
export async function readWitness(text: string): Promise<Witness> {
  const [url = '', words = ''] = text.split(' ');
  const key = await readKey(words);
  if (key?.type !== 'cosignature') throw new Error(`WITNESSES: "${words}" isn't the key of a witness`);
  return { url: url.replace(/\/$/, ''), key };
}

/**
 * Asks each witness for its cosignature every few seconds, independently: a slow or silent one does not delay the
 * others.
 */
export function askWitnesses(parts: Parts, witnesses: readonly Witness[]): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const asking = witnesses.map(async (witness) => {
    while (!signal.aborted) {
      await askWitness(parts, witness, signal).catch((error) => {
        if (signal.aborted) return;
        parts.onAsked?.(witness.key.name, error instanceof Disagrees ? 'disagreed' : 'failed');
        note(parts.log, 'witness', error, `log: the witness ${witness.key.name} did not cosign`);
      });
      await wait(askAgain, undefined, { signal }).catch(() => {});
    }
  });
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(asking);
    },
  };
}

/**
 * Asks a witness to cosign the newest checkpoint. If the witness remembers another size, it answers with that, and is
 * asked again from there.
 */
export async function askWitness({ db, clock, onAsked }: Parts, witness: Witness, stop?: AbortSignal): Promise<void> {
  const { key } = witness;
  const newest = await table.newestCheckpoint(db);
  const known = await table.cosignedBy(db, key.name);
  if (!newest || Number(newest.size) === known) return;
  const size = Number(newest.size);
  const read = treeOver(db, size);
  const ask = async (old: number) => {
    const proof = await proveConsistency(read, old, size, sha);
    const body = `old ${old}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${newest.note}`;
    return post(witness.url, body, stop);
  };
  let answer = await ask(known);
  if (answer.status === 409) {
    const seen = /^(0|[1-9]\d{0,15})\n$/.test(answer.text) ? Number(answer.text) : Number.NaN;
    // The witness has cosigned more than we have: leaves were lost here, or another log is signed with our key.
    if (seen > size) throw new Disagrees(`${key.name} has cosigned ${seen} leaves, there are ${size}`);
    if (Number.isNaN(seen)) throw new Error(`${key.name} answered 409 without a size`);
    answer = await ask(seen);
  }
  // There is no proof of consistency, or another root at the same size.
  if ([409, 422].includes(answer.status)) throw new Disagrees(`${key.name} answered ${answer.status}`);
  if (answer.status !== 200) throw new Error(`${key.name} answered ${answer.status}`);
  const { text } = readNote(newest.note)!;
  for (const signature of readSignatures(answer.text) ?? [])
    if (await signedWith(key, { text, signatures: [signature] })) {
      await table.insertCosignature(db, size, key.name, signatureLine(signature), clock());
      onAsked?.(key.name, 'cosigned');
      return;
    }
  throw new Error(`${key.name} answered without its signature`);
}

async function post(url: string, body: string, stop?: AbortSignal): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${url}/add-checkpoint`, {
    ...{ method: 'POST', body, redirect: 'error' },
    signal: AbortSignal.any([AbortSignal.timeout(answersWithin), ...(stop ? [stop] : [])]),
  });
  const bytes = await readBounded(answer.body, longestAnswer);
  if (!bytes) throw new Error(`${url} sent more than ${longestAnswer} bytes`);
  return { status: answer.status, text: Buffer.from(bytes).toString('utf8') };
}
