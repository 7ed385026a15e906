import type { Input, Output } from '@glasshouse/protocol/endpoint';
import * as protocol from '@glasshouse/protocol/identity/calls';
import { type Tx, violates } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { type Caller, type Route, serve } from '#platform/http/http.ts';
import type { Personal } from '#platform/http/personal.ts';
import { err, ok } from '#platform/http/result.ts';
import { reasonOrNull } from '#platform/runtime/words.ts';
import { automaticAt, casesOf, openCase, reviewTimeOf } from '#site/review/review.ts';
import { type Files, keepFiles } from '../files/files.ts';
import { kind } from './decided.ts';
import { detailsIn, sealDetails } from './sealed.ts';
import * as table from './sql.ts';

export { kind as identityQueue } from './decided.ts';
export { identityKind } from './review.ts';

type Keys = Pick<Files, 'keys'>;
type State = Output<typeof protocol.showCertState>['state'];

/** Submits a specimen for review. Its pictures are kept from this moment. The person's state follows from the case. */
async function certify(
  { keys }: Keys,
  { tx, now, user }: Caller<typeof protocol.certify> & { tx: Tx },
  { name, document, number, front, back }: Input<typeof protocol.certify>,
) {
  const id = newId();
  const person = user.userId;
  // The queue's data is kept permanently, so it has no name and no number.
  const opened = await openCase(tx, now, { id, kind, person, number: user.number, title: document });
  if (!opened.ok) return err('identity_under_review');
  // Read after the case is open, so that no decision can come in between.
  if ((await table.stateOf(tx, person)) === 'passed') return err('identity_passed');
  const kept = await keepFiles(tx, now, person, [front, back]);
  if (!kept.ok) return kept;
  const partOf = (file: string) => kept.value.find((each) => each.id === file)?.part;
  if (partOf(front) !== `${document}-front` || partOf(back) !== `${document}-back`) return err('not_found');
  try {
    await table.insertCase(tx, { id, person, document, front, back, ...sealDetails(keys, id, { name, number }) });
  } catch (error) {
    if (violates(error, 'identity_case_front_key') || violates(error, 'identity_case_back_key'))
      return err('not_found');
    throw error;
  }
  return ok({ state: 'under_review' as const });
}

const nothingYet = {
  ...{ submittedAt: null, decidedAt: null, reason: null, automatic: false, automaticAt: null },
  ...{ name: null, document: null, number: null, erasedAt: null, attempt: 0 },
};
const masked = (number: string) => `${'•'.repeat(number.length - 3)}${number.slice(-3)}`;

/** The newest case, as its person may see it. */
async function showCertState(
  { keys }: Keys,
  { tx, now, user, locale }: Caller<typeof protocol.showCertState> & { tx: Tx },
): Promise<Output<typeof protocol.showCertState>> {
  const state = (await table.stateOf(tx, user.userId)) as State;
  const [newest] = await casesOf(tx, user.userId, kind, 1);
  const howLong = await reviewTimeOf(tx, now, kind, user.userId);
  if (!newest) return { state, ...nothingYet, ...howLong };
  const row = await table.caseById(tx, newest.id);
  const typed = detailsIn(keys, row);
  return {
    state,
    submittedAt: newest.submitted_at.toISOString(),
    decidedAt: newest.decided_at?.toISOString() ?? null,
    reason: newest.decision === 'reject' ? reasonOrNull(locale, newest.reason) : null,
    automatic: newest.automatic,
    automaticAt: newest.decision ? null : automaticAt(now, newest.submitted_at, howLong.automaticSeconds),
    name: typed?.name ?? null,
    document: row.document as 'id' | 'licence',
    number: typed ? masked(typed.number) : null,
    erasedAt: row.erase_at?.toISOString() ?? null,
    attempt: newest.try_number,
    ...howLong,
  };
}

const limit = 500;

/** The submitted data, while it is kept, and the decisions. The pictures are with all uploaded ones. */
export const personalWith = ({ keys }: Pick<Files, 'keys'>): Personal =>
  async function* (tx, { id }) {
    const cases = [];
    for (const { id: submitted, ...about } of await casesOf(tx, id, kind, limit)) {
      const row = await table.caseById(tx, submitted);
      cases.push({ ...about, document: row.document, eraseAt: row.erase_at, ...detailsIn(keys, row) });
    }
    yield { name: 'identity.json', json: cases };
  };

export const routesWith = (files: Files): Route[] => [
  serve(protocol.certify, (call, input) => certify(files, call, input)),
  serve(protocol.showCertState, async (call) => ok(await showCertState(files, call))),
];
