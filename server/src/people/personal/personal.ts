import type { Input, Output } from '@glasshouse/protocol/endpoint';
import * as protocol from '@glasshouse/protocol/personal/calls';
import { utcDay } from '@glasshouse/protocol/utc-day';
import type { Tx } from '#platform/database/db.ts';
import { newId, tokenHash } from '#platform/database/ids.ts';
import { type Caller, type Route, type Steps, serve, serveInSteps } from '#platform/http/http.ts';
import { err, ok, type Result, waitFor } from '#platform/http/result.ts';
import { days, minutes, plus } from '#platform/runtime/clock.ts';
import { addJob, does, type JobContext, job } from '#platform/runtime/jobs.ts';
import type { Installation } from '../factors/factors.ts';
import { eraseFilesAt, type Files, readFile } from '../files/files.ts';
import * as security from '../security/security.ts';
import { type Maker, makeCopy } from './copy.ts';
import { deleteLeaving, type Eraser } from './deletion.ts';
import * as table from './sql.ts';

/** The job that makes a copy. */
const copyAsked = job<{ id: string }>('make_copy');

/** A copy that is not made by then has failed, and can be requested again. */
const givenUpAfter = minutes(60);

async function showCopy(tx: Tx, now: Date, person: string): Promise<Output<typeof protocol.showCopy>> {
  const row = await table.copyOf(tx, person);
  const state = row && stateOf(row, now);
  return {
    copy: state ? { state, askedAt: row.asked_at.toISOString(), until: row.until?.toISOString() ?? null } : null,
  };
}
/** A copy whose link could not be sent is useless. It can be requested again, like one that was not made. */
function stateOf({ asked_at, sent_at, until }: table.CopyRow, now: Date) {
  if (sent_at === null) return plus(asked_at, givenUpAfter) > now ? 'making' : 'failed';
  return until! > now ? 'ready' : undefined;
}

/** One per hour, because each reads everything about a user. */
const oneIn = minutes(60);

const askCopy = (
  call: Caller<typeof protocol.askCopy> & Steps,
  proof: Input<typeof protocol.askCopy>,
  installation: Installation,
) =>
  security.asOwner(call, installation, proof, async (tx, { id: person }) => {
    const { now, locale } = call;
    const before = await table.copyOf(tx, person);
    const state = before && stateOf(before, now);
    if (state === 'making') return err('copy_under_way');
    const free = before ? plus(before.asked_at, oneIn) : now;
    if (free > now && state !== 'failed') return waitFor(Math.ceil((free.getTime() - now.getTime()) / 1000));
    if (before) await eraseFilesAt(tx, person, await table.partsOf(tx, before.id), now);
    const id = newId();
    await table.putCopy(tx, { person, id, asked_at: now, locale });
    await security.note(tx, call, { person, kind: 'copy_asked' });
    await addJob(tx, copyAsked, { id });
    return ok({});
  });

/**
 * Some bytes of a copy, for its person with the link: a leaked link alone opens nothing. Only the part that contains
 * them is decrypted, however long the copy is.
 */
async function takeCopy(
  files: Files,
  { step, now, user }: Caller<typeof protocol.takeCopy> & Steps,
  { token, offset }: Input<typeof protocol.takeCopy>,
): Promise<Result<Output<typeof protocol.takeCopy>, 'copy_gone'>> {
  const row = await step((tx) => table.copyByToken(tx, user.userId, tokenHash(token)));
  if (!row?.until || row.until <= now) return err('copy_gone');
  const about = { name: `glasshouse-simulated-${utcDay(row.made_at!)}.zip`, bytes: Number(row.bytes) };
  if (offset >= about.bytes) return ok({ ...about, base64: '' });
  const file = await step((tx) => table.partAt(tx, row.id, Math.floor(offset / protocol.copyPart)));
  const read = file && (await step((tx) => readFile(files, tx, file)));
  if (!read) return err('copy_gone');
  return ok({ ...about, base64: read.bytes.subarray(offset % protocol.copyPart).toString('base64') });
}

/**
 * Schedules the deletion of the account. Until then it works as before. Its owner is told, as of any security change.
 */
const leave = (
  call: Caller<typeof protocol.leave> & Steps,
  proof: Input<typeof protocol.leave>,
  installation: Installation,
) =>
  security.asOwner(call, installation, proof, async (tx, person) => {
    if (person.leaves_at) return err('leaving_already');
    const leavesAt = plus(call.now, days(protocol.graceDays));
    await table.setLeaving(tx, person.id, leavesAt);
    await security.securityChanged(tx, call, person, 'deletion_asked', { keep: call.user.sessionId });
    return ok({ leavesAt: leavesAt.toISOString() });
  });

/** Keeps the account. This needs no proof, because it takes nothing from its owner. */
async function stay(call: Caller<typeof protocol.stay> & { tx: Tx }) {
  const person = await security.lockOwner(call.tx, call.user);
  if (!person?.leaves_at) return err('not_leaving');
  await table.setLeaving(call.tx, person.id, null);
  await security.note(call.tx, call, { person: person.id, kind: 'deletion_cancelled' });
  return ok({});
}

export const routesWith = (files: Files, installation: Installation): Route[] => [
  serve(protocol.showCopy, async ({ tx, now, user }) => ok(await showCopy(tx, now, user.userId))),
  serveInSteps(protocol.askCopy, (call, input) => askCopy(call, input, installation)),
  serveInSteps(protocol.takeCopy, (call, input) => takeCopy(files, call, input)),
  serveInSteps(protocol.leave, (call, input) => leave(call, input, installation)),
  serve(protocol.stay, stay),
];

type JobParts = Pick<Maker, 'files' | 'parts'> & Pick<Eraser, 'bus' | 'unfinished'>;
export const jobs = (
  { db, clock, log, send, origin, textMessages }: JobContext,
  { files, parts, bus, unfinished }: JobParts,
) => [
  does(copyAsked, ({ id }) => makeCopy({ db, files, parts, send, origin, textMessages }, clock(), id)),
  does(job('delete_leaving'), () => deleteLeaving({ db, files, bus, log, send, unfinished }, clock()), '*/10 * * * *'),
];
