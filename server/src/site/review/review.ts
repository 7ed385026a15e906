import type { Figures } from '@glasshouse/protocol/backoffice/dashboard';
import { uuidForm } from '@glasshouse/protocol/uuid';
import { waitingRequests } from '#platform/console/approvals.ts';
import { type Tx, violates } from '#platform/database/db.ts';
import type { Operator } from '#platform/http/http.ts';
import { err, ok, type Result } from '#platform/http/result.ts';
import type { Figure } from '#platform/observability/figures.ts';
import type { Timeline } from '#platform/observability/timeline.ts';
import { plus, seconds } from '#platform/runtime/clock.ts';
import type { WordKey } from '#platform/runtime/words.ts';
import { automaticReview } from './automatic.ts';
import { type ReviewKind, sees } from './kinds.ts';
import * as table from './sql.ts';
import { amountIn } from './title.ts';

export type { First, ReviewKind } from './kinds.ts';
export { casesOf, lockCase } from './sql.ts';
export { firstFields } from './two-people.ts';

/** How long a review of a user's case takes: the usual time, the delay of an automatic approval, and whether a reviewer is on duty. */
export const reviewTimeOf = async (tx: Tx, now: Date, kind: string, person: string) => ({
  usualSeconds: (await table.usualSeconds(tx, kind)) ?? null,
  ...(await table.decidersOf(tx, now, kind, person)),
});
/** The time of an automatic decision on a waiting case. It may be overdue if an operator was on duty until now. */
export const automaticAt = (now: Date, submittedAt: Date, after: number | null): string | null =>
  after === null ? null : new Date(Math.max(now.getTime(), plus(submittedAt, seconds(after)).getTime())).toISOString();

/** The user's cases for their timeline. */
export const timeline: Timeline = async (tx, { id }, before, limit) =>
  (await table.caseEvents(tx, id, before, limit)).map(({ title, ...event }) => ({ ...event, amount: amountIn(title) }));
/** Details of the cases in subjects such as `case:0198…`. */
export async function casesNamed(tx: Tx, subjects: readonly string[]) {
  const ids = subjects.flatMap((subject) => /^case:(.+)$/.exec(subject)?.[1] ?? []).filter((id) => uuidForm.test(id));
  const found = await table.casesNamed(tx, [...new Set(ids)]);
  return found.map(({ id, kind, number, username, title, amount }) => ({
    ...{ id, kind, person: { number: String(number), username } },
    amount: amount === null ? null : amountIn(title),
  }));
}

/** Cases that an operator may see, by number or title. */
export const findCases = (kinds: readonly ReviewKind[]) => (tx: Tx, operator: Operator, text: string, limit: number) =>
  table.casesLike(
    tx,
    kinds.filter((kind) => sees(operator, kind)).map(({ kind }) => kind),
    text,
    limit,
  );

type NewCase = {
  id: string;
  kind: string;
  person: string;
  number: bigint;
  title: string;
  /** The attempt, for kinds of which a user can have several under review. Otherwise it is counted. */
  attempt?: number;
};
/** Opens a case. A user can have only one open appeal, identity case and VIP refund. */
export async function openCase(
  tx: Tx,
  now: Date,
  { attempt, ...submitted }: NewCase,
): Promise<Result<{ id: string }, 'open_already'>> {
  const tries = attempt ?? (await table.countCases(tx, submitted.person, submitted.kind)) + 1;
  try {
    await table.insertCase(tx, { ...submitted, try_number: tries, submitted_at: now });
  } catch (error) {
    if (violates(error, 'review_one_at_a_time')) return err('open_already');
    throw error;
  }
  return ok({ id: submitted.id });
}

type Named = Pick<ReviewKind, 'kind'>;
/**
 * How many cases wait in each queue for this operator, how many of them for a second person, and the time of the
 * oldest.
 */
export const queuesFor = async (tx: Tx, kinds: readonly Named[], operator: string) => {
  const waiting = await table.waitingFor(tx, operator);
  return kinds.map(({ kind }) => {
    const state = waiting.find((one) => one.kind === kind);
    return {
      ...{ kind, waiting: Number(state?.waiting ?? 0n), oldestAt: state?.oldest?.toISOString() ?? null },
      second: {
        waiting: Number(state?.second ?? 0n),
        oldestAt: state?.oldest_second?.toISOString() ?? null,
        agreed: Number(state?.agreed ?? 0n),
      },
    };
  });
};

/** How many cases wait in each queue, and since when. */
const queuesOf = (kinds: readonly Named[]) => async (tx: Tx) => {
  const waiting = await table.waitingByKind(tx);
  return kinds.map(({ kind }) => {
    const state = waiting.find((one) => one.kind === kind);
    return { kind, waiting: Number(state?.waiting ?? 0n), oldestAt: state?.oldest.toISOString() ?? null };
  });
};

/** Requests that wait for a second person are counted next to the queues. */
const queues = (kinds: readonly Named[]): Figure<Figures['queues']> => ({
  read: async (tx, now) => [{ kind: 'approval', ...(await waitingRequests(tx, now)) }, ...(await queuesOf(kinds)(tx))],
  table: (shown, { header, say }) => [
    header('queue', 'waiting', 'oldest'),
    ...shown.map(({ kind, waiting, oldestAt }) => [
      say(`queue.${kind}` as WordKey),
      String(waiting),
      oldestAt?.slice(0, 19).replace('T', ' ') ?? '',
    ]),
  ],
});
/** `unattendedSeconds` is the delay of automatic approvals while no reviewer is on duty. */
export const figuresOf = (kinds: readonly Named[], unattendedSeconds: (tx: Tx, now: Date) => Promise<number>) => ({
  queues: queues(kinds),
  automatic: automaticReview(unattendedSeconds),
});
