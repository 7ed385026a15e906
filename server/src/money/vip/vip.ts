import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type { Locale } from '@glasshouse/protocol/locales';
import { formatUsdt, parseUnits } from '@glasshouse/protocol/money';
import * as protocol from '@glasshouse/protocol/vip/calls';
import { heldUntil, mayRefund, receivingLimits, refundFrom } from '@glasshouse/protocol/vip/levels';
import type { Installation } from '#people/factors/factors.ts';
import { actOf, confirmRetriable } from '#people/security/security.ts';
import { type Db, step, type Tx, violates } from '#platform/database/db.ts';
import { type Caller, type Route, type Steps, serve, serveInSteps } from '#platform/http/http.ts';
import { err, ok } from '#platform/http/result.ts';
import type { BusOf } from '#platform/runtime/bus.ts';
import { does, type JobContext, job } from '#platform/runtime/jobs.ts';
import { reasonOrNull } from '#platform/runtime/words.ts';
import { casesOf, openCase } from '#site/review/review.ts';
import { announcedMoney, moneySettings } from '#site/site/site.ts';
import { movementOf, publishMovement, startResultOf } from '../movements/movements.ts';
import { kind } from './review.ts';
import * as table from './sql.ts';

export { personal } from './personal.ts';
export { refundKind } from './review.ts';

/** A user's level at a time. The first level ends with its month, whether or not its deposit is returned yet. */
export const levelOf = async (tx: Tx, now: Date, person: string): Promise<number> =>
  (await heldAt(tx, now, person))?.level ?? 0;
async function heldAt(tx: Tx, now: Date, person: string): Promise<table.Row | undefined> {
  const held = await table.membershipOf(tx, person);
  return held?.until && held.until <= now ? undefined : held;
}

/** The limits for receiving at a level; without a level, zero. */
export const limitsAt = (level: number) =>
  receivingLimits.find((rule) => rule.level === level) ?? { level: 0, perDay: 0n, perMonth: 0n };
export { receivedOf } from './sql.ts';

/** Deposits are held, not spent. */
export async function committedBy(tx: Tx, owner: bigint) {
  const amount = await table.depositOf(tx, owner);
  return amount === undefined ? [] : [{ account: 'committed_vip' as const, currency: 'USDT' as const, amount }];
}

async function showVip(tx: Tx, now: Date, locale: Locale, person: string): Promise<Output<typeof protocol.showVip>> {
  const held = await heldAt(tx, now, person);
  const received = await table.receivedOf(tx, person, now);
  const { vipDeposits } = await moneySettings(tx, now);
  const next = await nextDeposits(tx, now, vipDeposits);
  const [asked] = await casesOf(tx, person, kind, 1);
  const lasting = held && held.level > 1 ? held.since : undefined;
  return {
    level: held?.level ?? 0,
    deposit: formatUsdt(held?.deposit ?? 0n),
    since: held?.since.toISOString() ?? null,
    endsAt: held?.until?.toISOString() ?? null,
    heldUntil: lasting ? heldUntil(lasting).toISOString() : null,
    refundFrom: lasting ? refundFrom(lasting).toISOString() : null,
    mayRefund: lasting !== undefined && held!.refund === null && mayRefund(lasting, now),
    receivedToday: formatUsdt(received.day),
    receivedThisMonth: formatUsdt(received.month),
    refund: asked
      ? {
          state: stateOf(asked.decision),
          askedAt: asked.submitted_at.toISOString(),
          decidedAt: asked.decided_at?.toISOString() ?? null,
          reason: asked.decision === 'reject' ? reasonOrNull(locale, asked.reason) : null,
        }
      : null,
    next,
    levels: receivingLimits.map(({ level, perDay, perMonth }) => ({
      level,
      perDay: formatUsdt(perDay),
      perMonth: formatUsdt(perMonth),
      deposit: formatUsdt(vipDeposits[level]!),
    })),
  };
}

/** The future deposits of each level and when they apply, if they are announced and differ from today's. */
async function nextDeposits(tx: Tx, now: Date, held: readonly bigint[]) {
  const money = await announcedMoney(tx, now);
  if (!money) return null;
  const deposits = [money.vip1, money.vip2, money.vip3, money.vip4, money.vip5];
  const same = deposits.every((deposit, place) => parseUnits(deposit, 'USDT') === held[place + 1]);
  return same ? null : { from: money.from, deposits };
}
const stateOf = (decision: string | null) =>
  decision === null ? 'under_review' : decision === 'approve' ? 'passed' : 'rejected';

/** Raises the level by holding the rest of its deposit. */
async function upgradeVip(
  call: Caller<typeof protocol.upgradeVip> & Steps,
  input: Input<typeof protocol.upgradeVip>,
  installation: Installation,
) {
  const { id, level, deposit } = input;
  const { now, user, publish } = call;
  const act = actOf(protocol.upgradeVip, input);
  const confirmed = await confirmRetriable(call, installation, act, input, (tx) => movementOf(tx, user.number, id));
  if (!confirmed.ok) return confirmed;
  return call.inTx(async (tx) => {
    const begun = startResultOf(await table.upgrade(tx, now, { owner: user.number, id, level, deposit }));
    if (!begun.ok) return begun;
    if (!begun.value.repeated) publishMovement(publish, user.number, { id, flow: 'upgrade', state: 'done' });
    return ok({ level });
  });
}

/** Requests a refund of the deposit, which customer service decides. */
async function askVipRefund(
  { tx, now, user, publish }: Caller<typeof protocol.askVipRefund> & { tx: Tx },
  { id }: Input<typeof protocol.askVipRefund>,
) {
  const begun = startResultOf(await table.askRefund(tx, now, user.number, id));
  if (!begun.ok) return begun;
  if (begun.value.repeated) {
    const [asked] = await casesOf(tx, user.userId, kind, 1);
    return ok({ state: stateOf(asked?.decision ?? null) } as const);
  }
  const { level } = (await table.membershipOf(tx, user.userId))!;
  const { userId: person, number } = user;
  try {
    const opened = await openCase(tx, now, { id, kind, person, number, title: `VIP ${level}` });
    if (!opened.ok) return err('vip_refund_open');
  } catch (error) {
    if (violates(error, 'review_case_pkey')) return err('id_used');
    throw error;
  }
  publishMovement(publish, number, { id, flow: 'refund', state: 'under_review' });
  return ok({ state: 'under_review' as const });
}

const batch = 100;

/**
 * Returns the deposits of first levels whose month is over, and of accounts about to be deleted. A membership ends with
 * its deposit, so repeating this returns nothing. After an interruption, everything that came due in the meantime is
 * returned.
 */
export async function returnDeposits(db: Db, bus: Pick<BusOf<'worker'>, 'publish'>, now: Date): Promise<void> {
  for (;;) {
    const returned = await step(db, (tx) => table.returnDue(tx, now, batch));
    for (const { number, id } of returned) publishMovement(bus.publish, number, { id, flow: 'refund', state: 'done' });
    if (returned.length < batch) return;
  }
}

export const jobs = ({ db, clock }: JobContext, bus: Pick<BusOf<'worker'>, 'publish'>) => [
  does(job('return_deposits'), () => returnDeposits(db, bus, clock()), '* * * * *'),
];

export const routesWith = (installation: Installation): Route[] => [
  serve(protocol.showVip, async ({ tx, now, locale, user }) => ok(await showVip(tx, now, locale, user.userId))),
  serveInSteps(protocol.upgradeVip, (call, input) => upgradeVip(call, input, installation)),
  serve(protocol.askVipRefund, askVipRefund),
];
