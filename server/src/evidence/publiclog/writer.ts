import { slotAt } from '@glasshouse/protocol/market/tape';
import { writeHead } from '@glasshouse/protocol/publiclog/checkpoint';
import { type NoteKey, noteKey, signText, writeNote } from '@glasshouse/protocol/publiclog/note';
import type { Db } from '#platform/database/db.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Clock } from '#platform/runtime/clock.ts';
import { type Pause, runLead } from '#platform/runtime/lead.ts';
import type { Signer } from '#platform/security/signer.ts';
import * as table from './sql.ts';
import { type Edge, grow, readEdge, rootOf } from './tree.ts';
import { askWitnesses, type Outcome, type Witness } from './witnesses.ts';

const lock = 600;
const lookAgain = 200; // milliseconds
const signAgain = 1000;
const silentAfter = 3000;
const maxAtOnce = 1000;
const maxSteps = 4; // steps before it is signed, if signing is due

export type WriterParts = {
  db: Db;
  clock: Clock;
  log: Log;
  signer: Signer;
  /** The log's name. It must never change: another name would be another log. */
  origin: string;
  /** The witnesses that are asked to cosign. */
  witnesses?: readonly Witness[];
  /** Called for each checkpoint, with how long it took to write the entries before it. */
  onSigned?: (size: number, milliseconds: number) => void;
  /** Called for each witness that was asked for a new cosignature, with the outcome. */
  onAsked?: (witness: string, outcome: Outcome) => void;
};

/** Writes the public log while it holds the lock, and waits for the lock otherwise. Many may run, one writes. */
export const runWriter = (parts: WriterParts): { stop: () => Promise<void> } =>
  runLead({
    ...{ db: parts.db, log: parts.log, name: 'log', lock, silentAfter },
    lead: (connection, stop, pause) => write(connection, parts, stop, pause),
  });

async function write(connection: Db, parts: WriterParts, stop: AbortSignal, pause: Pause): Promise<void> {
  const asking = askWitnesses(parts, parts.witnesses ?? []);
  try {
    const writer = await openWriter(connection, parts);
    parts.log.info({ size: writer.size() }, 'log: writes the public log');
    // On a fixed schedule, so that a long look does not delay the following ones.
    const began = performance.now();
    let signings = 0;
    while (!stop.aborted) {
      const isAll = await writer.append();
      const passed = performance.now() - began;
      if (passed >= signings * signAgain) {
        await writer.sign();
        signings = Math.floor(passed / signAgain) + 1;
      }
      // Always pauses for a moment, in which stop requests and the loss of the lock are noticed.
      const looks = Math.floor((performance.now() - began) / lookAgain) + 1;
      await pause(isAll ? began + looks * lookAgain - performance.now() : 0);
    }
  } finally {
    await asking.stop();
  }
}

/**
 * The current state of the log, to be extended and signed. After an exception it is unchanged, and its real state must
 * be read from the database again.
 */
export async function openWriter(db: Db, { clock, signer, origin, onSigned }: WriterParts) {
  const key = await publishKey(db, clock, signer, origin);
  let edge: Edge = await readEdge(db);
  let signed = Number((await table.newestCheckpoint(db))?.size ?? 0);
  let took = 0;
  const appendSome = async (): Promise<number> => {
    const grown = await db.transaction().execute(async (tx) => {
      const leaves = await table.append(tx, maxAtOnce);
      if (leaves.length === 0) return undefined;
      if (Number(leaves[0]!.place) !== edge.size) throw new Error('log: another writer wrote to it');
      const next = await grow(
        edge,
        leaves.map(({ hash }) => hash),
      );
      if (next.nodes.length > 0) await table.insertNodes(tx, next.nodes);
      return next.edge;
    });
    const count = (grown?.size ?? edge.size) - edge.size;
    edge = grown ?? edge;
    return count;
  };
  return {
    size: () => edge.size,
    /** Writes submitted entries in a bounded number of steps. Returns whether that was all. */
    append: async (): Promise<boolean> => {
      const began = performance.now();
      let isAll = false;
      for (let steps = 0; steps < maxSteps && !isAll; steps++) isAll = (await appendSome()) < maxAtOnce;
      took += performance.now() - began;
      return isAll;
    },
    /** Signs the log, if it has grown. */
    sign: async () => {
      if (edge.size === signed) return;
      const began = performance.now();
      const root = await rootOf(edge);
      const text = writeHead({ origin, size: edge.size, root });
      const signatures = [signText(key, text, signer.sign)];
      await table.insertCheckpoint(db, edge.size, root, clock(), writeNote({ text, signatures }));
      signed = edge.size;
      onSigned?.(signed, took + performance.now() - began);
      took = 0;
    },
  };
}

/** The key is in the log before it signs anything. */
async function publishKey(db: Db, clock: Clock, { publicKey }: Signer, origin: string): Promise<NoteKey> {
  const newest = await table.newestKey(db);
  if (newest && newest.origin !== origin)
    throw new Error(`This log is ${newest.origin}; ${origin} would be another (LOG_ORIGIN, see .env.example)`);
  await table.insertKey(db, publicKey, origin, slotAt(clock().getTime()));
  return noteKey(origin, 'text', publicKey);
}
