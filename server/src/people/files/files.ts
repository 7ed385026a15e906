import { hash } from 'node:crypto';
import type { Input, Output } from '@glasshouse/protocol/endpoint';
import * as protocol from '@glasshouse/protocol/files/calls';
import { viewFile as viewFileCall } from '@glasshouse/protocol/files/office';
import { type OperatorCall, serveOperator } from '#platform/console/office.ts';
import type { Tx } from '#platform/database/db.ts';
import { newId, newToken } from '#platform/database/ids.ts';
import { type Caller, type Route, type Steps, serveInSteps } from '#platform/http/http.ts';
import type { Personal } from '#platform/http/personal.ts';
import { err, ok, type Result, waitFor } from '#platform/http/result.ts';
import type { Log } from '#platform/observability/log.ts';
import { days, plus } from '#platform/runtime/clock.ts';
import type { Config } from '#platform/runtime/config.ts';
import { type Clean, createCleaner } from './cleaning.ts';
import { sizeOf } from './picture.ts';
import { type Keys, openKeys, sealFile, unsealFile } from './sealing.ts';
import * as table from './sql.ts';
import { openStore, type Store } from './store.ts';

export { rewrap as rewrapText, sealFile as sealText, secretOf, unsealFile as unsealText } from './sealing.ts';

/** Where files lie, the keys that open them, and what makes pictures clean. */
export type Files = { store: Store; keys: Keys; clean: Clean };

/**
 * Decides whether a picture may be kept and what it is, by the code that was read from its pixels: another domain's, handed over. Nothing
 * of a picture is written anywhere before it has agreed.
 */
type Check = (
  code: string | null,
  number: bigint,
  now: Date,
) => Result<{ part: string }, 'file_without_code' | 'file_code_of_another' | 'file_code_expired'>;
export type Checks = { specimen: Check };

export async function openFiles(config: Config, log: Log): Promise<Files> {
  if (!config.FILES_KEY) throw new Error('The roles api, office and worker need FILES_KEY (see .env.example)');
  const withoutNamespaces = config.DEVELOPMENT || config.PICTURES_WITHOUT_NAMESPACES;
  const keys = openKeys(config.FILES_KEY, config.FILES_KEY_OLD);
  return { store: await openStore(config), keys, clean: createCleaner(log, { withoutNamespaces }) };
}

const mime = 'image/webp';
/** An upload that nothing has been made of by then was given up. */
const orphanedAfter = days(1);
/** Of one user: a disk is not filled with what nobody needs. */
const maxUnused = 50;

type Uploading = Caller<typeof protocol.uploadFile> & Steps;
type Uploaded = Result<Output<typeof protocol.uploadFile>, (typeof protocol.uploadFile.errors)[number]>;

/** Takes one file at a time from each user: looks at it, cleans it, has it judged, and keeps it sealed. */
function uploadsTo(files: Files, checks: Checks) {
  const uploading = new Set<string>();
  return async (call: Uploading): Promise<Uploaded> => {
    const { userId } = call.user;
    if (uploading.has(userId)) return err('file_busy');
    uploading.add(userId);
    try {
      return await upload(files, checks, call);
    } finally {
      uploading.delete(userId);
    }
  };
}

async function upload(files: Files, checks: Checks, { file, step, now, user }: Uploading): Promise<Uploaded> {
  if (!(await files.clean.isOn())) return err('uploads_off');
  const { count, first } = await step((tx) => table.waitingOf(tx, user.userId));
  if (count >= maxUnused) return waitFor(Math.max(1, Math.ceil((first!.getTime() - now.getTime()) / 1000)));
  const sent = await file();
  if (!sent.ok) return sent;
  const size = sizeOf(sent.value);
  if (!size.ok) return size;
  const cleaned = await files.clean(sent.value);
  if (!cleaned.ok) return cleaned;
  const { webp, width, height, code } = cleaned.value;
  const purpose = 'specimen';
  const judged = checks[purpose](code, user.number, now);
  if (!judged.ok) return judged;
  const id = await keep(files, step, webp, {
    ...{ person: user.userId, purpose, part: judged.value.part, code, width, height },
    ...{ created_at: now, expires_at: plus(now, orphanedAfter) },
  });
  return ok({ id, width, height });
}

type About = Omit<table.NewFile, 'id' | 'name' | 'key_id' | 'wrapped_key' | 'bytes' | 'sha256'>;
/** Seals bytes and puts them in their place. */
async function keep({ keys, store }: Files, step: Steps['step'], bytes: Buffer, about: About): Promise<string> {
  const [id, name] = [newId(), newToken()];
  const { sealed, ...wrapped } = sealFile(keys, id, bytes);
  const sha256 = Buffer.from(hash('sha256', bytes, 'hex'), 'hex');
  // The row first: bytes that have none are always somebody's leavings, and a row without bytes runs out by itself.
  const row = { ...about, id, name, ...wrapped, bytes: bytes.length, sha256 };
  if (!(await step((tx) => table.insertFile(tx, row)))) return id;
  try {
    await store.put(name, sealed);
  } catch (error) {
    await step((tx) => table.deleteFile(tx, id));
    throw error;
  }
  return id;
}

/** Keeps a part of the copy that a person asked for of what is kept about them, until it runs out. */
export const keepCopy = (
  files: Files,
  step: Steps['step'],
  zip: Buffer,
  { person, now, until }: { person: string; now: Date; until: Date },
) => keep(files, step, zip, { person, purpose: 'copy', part: 'zip', created_at: now, expires_at: until });

/** The picture itself, out of its place. */
async function open(files: Files, row: table.FileRow) {
  const bytes = await bytesOf(files, row);
  if (!bytes) return err('not_found');
  return ok({ mime, base64: bytes.toString('base64'), width: row.width!, height: row.height! });
}
async function bytesOf({ store, keys }: Files, row: table.FileRow): Promise<Buffer | undefined> {
  const sealed = await store.get(row.name);
  return sealed && unsealFile(keys, row, sealed);
}

/** Shows a file to the one who uploaded it; whoever else asks is told that there is none. */
async function showFile(
  files: Files,
  { step, now, user }: Caller<typeof protocol.showFile> & Steps,
  { id }: Input<typeof protocol.showFile>,
) {
  const row = await step((tx) => table.fileOf(tx, user.userId, id));
  return row && isShown(row, now) ? open(files, row) : err('not_found');
}

/** Writes down for its owner that a file was looked at: another domain's, handed over. */
export type RecordView = (tx: Tx, now: Date, person: string) => Promise<unknown>;

/** Shows a file to an operator, and says so in the log at each look, and to its owner. */
async function viewFile(
  files: Files,
  looked: RecordView,
  { tx, now, record }: OperatorCall,
  { id }: Input<typeof viewFileCall>,
): Promise<Result<Output<typeof viewFileCall>, 'not_found'>> {
  const row = await table.fileById(tx, id);
  if (!row || !isShown(row, now)) return err('not_found');
  const shown = await open(files, row);
  const number = await table.ownerNumber(tx, row.person);
  if (!shown.ok) return shown;
  record({ subject: `user:${number}`, after: { file: id, part: row.part } });
  await looked(tx, now, row.person);
  return shown;
}
/** Pictures only: a person's copy leaves by its own way, and never to an operator. */
const isShown = ({ purpose, expires_at }: table.FileRow, now: Date) =>
  purpose !== 'copy' && (expires_at === null || expires_at > now);

/** Says that files of a person are needed until further notice: all of them, or none where one is over, not there or not theirs. */
export async function keepFiles(tx: Tx, now: Date, person: string, ids: readonly string[]) {
  const found = await table.keep(tx, now, person, ids);
  return found.length === new Set(ids).size ? ok(found) : err('not_found');
}

/** Says when files of a person are erased. */
export const eraseFilesAt = (tx: Tx, person: string, ids: readonly string[], at: Date) =>
  table.eraseAt(tx, person, ids, at);

/** A file for a domain that needs it, which says by itself who may see it: the bytes, and the text of the code in it. */
export async function readFile(files: Files, tx: Tx, id: string) {
  const row = await table.fileById(tx, id);
  const bytes = row && (await bytesOf(files, row));
  return bytes && { mime, bytes };
}
/** The text of the code in each of some files. */
export const codesIn = table.codesIn;

/** Destroys the keys of a person's files, all of them, and answers under which names their bytes lie: those are noise now. */
export const forgetFilesOf = table.deleteFilesOf;
export async function removeBytes({ store }: Pick<Files, 'store'>, names: readonly string[]): Promise<void> {
  for (const name of names) await store.remove(name);
}

/** The pictures that somebody uploaded and that are not erased yet. */
export const personalIn = (files: Files): Personal =>
  async function* (tx, { id }) {
    for (const row of await table.picturesOf(tx, id)) {
      const bytes = await bytesOf(files, row);
      if (bytes) yield { name: `pictures/${row.part}-${row.id}.webp`, bytes };
    }
  };

// In steps: no user holds a connection to the database while a picture is sent, cleaned or fetched.
export const routesWith = (opened: Files, checks: Checks): Route[] => [
  serveInSteps(protocol.uploadFile, uploadsTo(opened, checks)),
  serveInSteps(protocol.showFile, (call, input) => showFile(opened, call, input)),
];

// In one transaction: what is shown and the entry that says so stand or fall together. The store has a few seconds for it (see store.ts).
export const officeRoutesWith = (opened: Files, looked: RecordView): Route[] => [
  serveOperator(viewFileCall, (call, input) => viewFile(opened, looked, call, input)),
];
