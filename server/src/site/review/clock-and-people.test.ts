import * as review from '@glasshouse/protocol/review/office';
import { cancelWithdrawal } from '@glasshouse/protocol/withdrawals/calls';
import { freezeWithdrawal, returnWithdrawal, unfreezeWithdrawal } from '@glasshouse/protocol/withdrawals/office';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { days, minutes, plus } from '#platform/runtime/clock.ts';
import { setMoney } from '../../../test/money-settings.ts';
import { openOffice } from '../../../test/office.ts';
import { verified, withdraw } from '../../../test/withdrawals.ts';
import { newWorld } from '../../../test/world.ts';

const amount = 100_000_000n;

/** Numbers below `end` that look random and are the same in every run. */
function numbersFrom(seed: number) {
  let state = seed;
  return (end: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * end);
  };
}

test('while reviewers, users and automatic approval act at once, nothing a person stopped is approved, and each case is decided once', async () => {
  const world = await newWorld({ now: plus(new Date(), days(1)) });
  const office = await openOffice(world);
  const staff = await office.staff();
  const reviewers = [staff.reviewer, await office.another('reviewer', staff)];
  await setMoney(world, { unattended_seconds: 30, effective_at: world.clock() });
  const users = await Promise.all(Array.from({ length: 8 }, () => verified(world)));
  const balances = async () =>
    (
      await sql<{ owner: bigint; sum: bigint }>`
        select id >> 16 as owner, sum(balance)::bigint as sum from account where id & 1023 = 1 group by 1 order by 1`.execute(
        world.owner,
      )
    ).rows;
  const before = await balances();

  // Every act gets a number when it starts and another when it has been answered, and so committed.
  let place = 0;
  const failures: unknown[] = [];
  const stopped = new Map<bigint, number>();
  const stop = (owner: bigint) => stopped.set(owner, Math.min(stopped.get(owner) ?? Infinity, place++));
  const claimed = new Set<string>();
  const cancelled = new Set<string>();
  const decisions = new Map<string, string[]>();
  const decided = (id: string, how: string) => decisions.set(id, [...(decisions.get(id) ?? []), how]);
  const passed: { owner: bigint; began: number }[] = [];
  let isOver = false;

  const use = async (user: (typeof users)[number], seed: number) => {
    const next = numbersFrom(seed);
    const sent: string[] = [];
    for (let i = 0; i < 9; i++) {
      const made = await withdraw(user, '100');
      if (made.code !== 200) failures.push(made);
      sent.push(made.id);
      if (next(3) === 0) continue;
      const id = sent[next(sent.length)]!;
      const wasClaimed = claimed.has(id);
      const { code, data } = await user.call(cancelWithdrawal, { id });
      if (code >= 500) failures.push(data);
      // Canceling a withdrawal that is canceled already is answered with 200 too.
      if (code !== 200 || cancelled.has(id)) continue;
      cancelled.add(id);
      decided(id, 'cancelled');
      if (wasClaimed) stop(user.number);
    }
  };
  const work = async ({ call }: (typeof reviewers)[number], seed: number) => {
    const next = numbersFrom(seed);
    const { rows: open } = await sql<{ owner: bigint; id: string; case_id: string }>`
      select owner, id, case_id from withdrawal_count join movement using (owner, id)
      where state in ('under_review', 'withdrawing', 'frozen') order by state = 'under_review' desc, id desc limit 8`.execute(
      world.owner,
    );
    const one = open[next(open.length)];
    if (!one) return;
    const about = { number: String(one.owner), id: one.id, reason: 'Suspected fraud' };
    const answers: { code: number }[] = [];
    const act = async (made: Promise<{ code: number }>) => {
      const answer = await made;
      answers.push(answer);
      return answer.code === 200;
    };
    const chosen = next(6);
    if (chosen === 0 && (await act(call(freezeWithdrawal, about)))) {
      stop(one.owner);
      if (next(2) === 0) await act(call(unfreezeWithdrawal, about));
    } else if (chosen === 1 && (await act(call(returnWithdrawal, about)))) stop(one.owner);
    else if (chosen > 1 && (await act(call(review.claimReviewCase, { id: one.case_id })))) {
      claimed.add(one.id);
      const decision = chosen === 2 ? ('reject' as const) : chosen === 3 ? ('approve' as const) : undefined;
      const checks = ['payeeLooked', 'historyLooked', 'securityLooked'];
      const why = { reason: 'Suspected fraud' };
      if (!decision) await act(call(review.releaseReviewCase, { id: one.case_id }));
      else if (await act(call(review.decideReviewCase, { id: one.case_id, decision, checks, ...why }))) {
        decided(one.id, decision);
        if (decision === 'reject') stop(one.owner);
      }
    }
    failures.push(...answers.filter(({ code }) => code >= 500));
  };
  const repeat = async (step: (i: number) => Promise<unknown>) => {
    for (let i = 0; !isOver; i++) await step(i).catch((error) => failures.push(error));
  };
  // Automatic approval is much faster than reviewers, so it is slowed to one run per act of a reviewer.
  let working: Promise<unknown> = Promise.resolve();
  const pass = async () => {
    await working;
    const began = place++;
    // This clock is six minutes ahead, so reviewers count as off duty. Claims last ten minutes.
    const { rows } = await sql<{ owner: bigint; id: string }>`
      select * from pass_withdrawal(${plus(world.clock(), minutes(6))})`.execute(world.db);
    for (const { owner, id } of rows) {
      decided(id, 'clock');
      passed.push({ owner, began });
    }
  };

  const workOnce = (one: (typeof reviewers)[number], seed: number) => {
    const done = work(one, seed);
    working = done.catch(() => {});
    return done;
  };
  const others = [repeat(pass), ...reviewers.map((one, i) => repeat((n) => workOnce(one, 1000 * i + 77 * n)))];
  await Promise.all(users.map((user, i) => use(user, i + 1)));
  isOver = true;
  await Promise.all(others);

  expect(failures).toEqual([]);
  expect(passed.length).toBeGreaterThan(0);
  expect(stopped.size).toBeGreaterThan(0);
  expect(passed.filter(({ owner, began }) => began > (stopped.get(owner) ?? Infinity))).toEqual([]);

  const { rows } = await sql<{ id: string; owner: bigint; decision: string | null; state: string }>`
    select counted.id, counted.owner, decision, state from withdrawal_count as counted
      join review_case on review_case.id = case_id join movement on (movement.owner, movement.id) = (counted.owner, counted.id)`.execute(
    world.owner,
  );
  const expected = { clock: 'approve', approve: 'approve', reject: 'reject', cancelled: 'cancelled' };
  for (const { id, decision } of rows) {
    const made = decisions.get(id) ?? [];
    expect.soft(made.map((how) => expected[how as keyof typeof expected])).toEqual(decision === null ? [] : [decision]);
  }
  const after = await balances();
  for (const user of users) {
    const sumOf = (all: typeof before) => all.find(({ owner }) => owner === user.number)!.sum;
    const held = rows.filter(
      ({ owner, state }) => owner === user.number && ['under_review', 'withdrawing', 'frozen'].includes(state),
    );
    expect.soft(sumOf(before) - sumOf(after)).toBe(BigInt(held.length) * amount);
  }
});
