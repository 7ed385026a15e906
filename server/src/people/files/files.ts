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

/** Where files are stored, the keys that decrypt them, and the cleaner for pictures. */
export type Files = { store: Store; keys: Keys; clean: Clean };

/**
 * Decides whether a picture is accepted and what it is, by the code that was read from its pixels. Provided by another
 * domain. Nothing of a picture is stored before this accepts it.
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
/** An upload that is still unused after this was abandoned. */
const orphanedAfter = days(1);
/** Per user, so that unused files can't fill the disk. */
const maxUnused = 50;

type Uploading = Caller<typeof protocol.uploadFile> & Steps;
type Uploaded = Result<Output<typeof protocol.uploadFile>, (typeof protocol.uploadFile.errors)[number]>;

/** Handles one upload at a time per user: checks the file, cleans it, has it judged, and stores it sealed. */
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
/** Seals bytes and stores them. */
async function keep({ keys, store }: Files, step: Steps['step'], bytes: Buffer, about: About): Promise<string> {
  const [id, name] = [newId(), newToken()];
  const { sealed, ...wrapped } = sealFile(keys, id, bytes);
  const sha256 = Buffer.from(hash('sha256', bytes, 'hex'), 'hex');
  // The row is written first. So bytes without a row are always leftovers, and a row without bytes expires on its own.
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

/** Stores a part of a person's data copy until it expires. */
export const keepCopy = (
  files: Files,
  step: Steps['step'],
  zip: Buffer,
  { person, now, until }: { person: string; now: Date; until: Date },
) => keep(files, step, zip, { person, purpose: 'copy', part: 'zip', created_at: now, expires_at: until });

/** Reads and decrypts the picture. */
async function open(files: Files, row: table.FileRow) {
  const bytes = await bytesOf(files, row);
  if (!bytes) return err('not_found');
  return ok({ mime, base64: bytes.toString('base64'), width: row.width!, height: row.height! });
}
async function bytesOf({ store, keys }: Files, row: table.FileRow): Promise<Buffer | undefined> {
  const sealed = await store.get(row.name);
  return sealed && unsealFile(keys, row, sealed);
}

/** Shows a file to the user who uploaded it; for others it does not exist. */
async function showFile(
  files: Files,
  { step, now, user }: Caller<typeof protocol.showFile> & Steps,
  { id }: Input<typeof protocol.showFile>,
) {
  const row = await step((tx) => table.fileOf(tx, user.userId, id));
  return row && isShown(row, now) ? open(files, row) : err('not_found');
}

/** Tells the owner that a file was looked at. Provided by another domain. */
export type RecordView = (tx: Tx, now: Date, person: string) => Promise<unknown>;

/** Shows a file to an operator. Each look is logged, and the owner is told. */
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
/** Pictures only: data copies have their own download, and are never shown to an operator. */
const isShown = ({ purpose, expires_at }: table.FileRow, now: Date) =>
  purpose !== 'copy' && (expires_at === null || expires_at > now);

/**
 * Keeps files of a person until further notice: all of them, or none if one has expired, is missing, or belongs to
 * someone else.
 */
export async function keepFiles(tx: Tx, now: Date, person: string, ids: readonly string[]) {
  const found = await table.keep(tx, now, person, ids);
  return found.length === new Set(ids).size ? ok(found) : err('not_found');
}

/** Sets when files of a person are erased. */
export const eraseFilesAt = (tx: Tx, person: string, ids: readonly string[], at: Date) =>
  table.eraseAt(tx, person, ids, at);

/** A file for another domain, which must check who may see it: the bytes, and the text of the code in it. */
export async function readFile(files: Files, tx: Tx, id: string) {
  const row = await table.fileById(tx, id);
  const bytes = row && (await bytesOf(files, row));
  return bytes && { mime, bytes };
}
/** The text of the code in each of some files. */
export const codesIn = table.codesIn;

/** Destroys the keys of all of a person's files, and returns the names of their bytes, which are unreadable now. */
export const forgetFilesOf = table.deleteFilesOf;
export async function removeBytes({ store }: Pick<Files, 'store'>, names: readonly string[]): Promise<void> {
  for (const name of names) await store.remove(name);
}

/** The user's uploaded pictures that are not erased yet. */
export const personalIn = (files: Files): Personal =>
  async function* (tx, { id }) {
    for (const row of await table.picturesOf(tx, id)) {
      const bytes = await bytesOf(files, row);
      if (bytes) yield { name: `pictures/${row.part}-${row.id}.webp`, bytes };
    }
  };

// In steps, so that no database connection is held while a picture is sent, cleaned or fetched.
export const routesWith = (opened: Files, checks: Checks): Route[] => [
  serveInSteps(protocol.uploadFile, uploadsTo(opened, checks)),
  serveInSteps(protocol.showFile, (call, input) => showFile(opened, call, input)),
];

// In one transaction: a picture is shown only if the log entry commits. The store has a few seconds for it (see
// store.ts).
export const officeRoutesWith = (opened: Files, looked: RecordView): Route[] => [
  serveOperator(viewFileCall, (call, input) => viewFile(opened, looked, call, input)),
];
