import type { getOverview } from '@glasshouse/protocol/assets/calls';
import type * as protocol from '@glasshouse/protocol/backoffice/timeline';
import { type TimelineGroup, timelineGroups } from '@glasshouse/protocol/backoffice/timeline';
import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type { SystemName } from '@glasshouse/protocol/ledger/books';
import { type Currency, formatUnits } from '@glasshouse/protocol/money';
import { currencyNamed } from '#money/ledger/ledger.ts';
import { limitsOf, shownLimits } from '#money/withdrawals/withdrawals.ts';
import { people } from '#people/people/people.ts';
import type { Tx } from '#platform/database/db.ts';
import { pageOf } from '#platform/http/page-of.ts';
import { err, ok } from '#platform/http/result.ts';
import { inOrder, type Place, type Timeline, type TimelineEvent } from '#platform/observability/timeline.ts';
import { listPositions as listContracts } from '#trading/contracts/contracts.ts';
import { listPositions as listOptions } from '#trading/options/options.ts';
import { openCasesOf, openWithdrawalsOf, requestsAbout } from './sql.ts';

/** The data that other domains contribute to the page of a user. Roles put it together. */
export type UserPageParts = {
  timelines: Record<TimelineGroup, readonly Timeline[]>;
  overview: (tx: Tx, now: Date, owner: bigint) => Promise<Output<typeof getOverview>>;
  committed: readonly ((
    tx: Tx,
    owner: bigint,
  ) => Promise<{ account: SystemName; currency: Currency; amount: bigint }[]>)[];
};

const placeIn = (text: string): Place => {
  const dash = text.indexOf('-');
  return { micros: BigInt(text.slice(0, dash)), key: text.slice(dash + 1) };
};
const placeText = ({ micros, key }: Place) => `${micros}-${key}`;

/** The calls behind a user's page in the console. */
export function userPageOf({ timelines, overview, committed }: UserPageParts) {
  async function timeline(tx: Tx, { number, group, before, limit }: Input<typeof protocol.showTimeline>) {
    const person = await people.personByNumber(tx, BigInt(number));
    if (!person) return err('not_found');
    const place = before === undefined ? undefined : placeIn(before);
    const found: (TimelineEvent & { group: TimelineGroup })[] = [];
    for (const each of group ? [group] : timelineGroups)
      for (const read of timelines[each])
        for (const event of await read(tx, person, place, limit + 1)) found.push({ ...event, group: each });
    const { rows, next } = pageOf(inOrder(found), limit, placeText);
    const list = rows.map(({ key, at, group, kind, ...said }) => ({
      ...{ key, group, kind, at: at.toISOString() },
      state: said.state ?? null,
      text: said.text ?? null,
      by: said.by ?? null,
      times: said.times ?? 1,
      amount: said.amount ?? null,
      case: said.case ?? null,
    }));
    return ok({ list, next });
  }

  async function open(tx: Tx, now: Date, { number }: Input<typeof protocol.showOpen>) {
    const person = await people.personByNumber(tx, BigInt(number));
    if (!person) return err('not_found');
    const money = (units: bigint, code: number) => {
      const currency = currencyNamed(code);
      return { amount: formatUnits(units, currency), currency };
    };
    const held: Output<typeof protocol.showOpen>['held'] = [];
    for (const read of committed)
      for (const { account, currency, amount } of await read(tx, person.number))
        held.push({ account, amount: { amount: formatUnits(amount, currency), currency } });
    const cases = await openCasesOf(tx, now, person.id);
    const withdrawals = await openWithdrawalsOf(tx, person.number);
    return ok({
      cases: cases.map((row) => ({
        ...{ id: row.id, kind: row.kind, submittedAt: row.submitted_at.toISOString() },
        claimedBy: row.claimed_by_name,
        agreedFirst: row.first_by_name,
        frozen: row.frozen,
        amount: row.amount === null || row.currency === null ? null : money(row.amount, row.currency),
      })),
      withdrawals: withdrawals.map((row) => ({
        ...{ id: row.id, case: row.case_id, changedAt: row.changed_at.toISOString() },
        state: row.state as 'withdrawing' | 'frozen',
        amount: money(row.amount, row.currency),
      })),
      requests: await requestsAbout(tx, now, `user:${number}`),
      held,
    });
  }

  async function view(tx: Tx, now: Date, { number }: Input<typeof protocol.viewAsUser>) {
    const person = await people.personByNumber(tx, BigInt(number));
    if (!person) return err('not_found');
    const limits = await limitsOf(tx, now, person.number);
    return ok({
      overview: await overview(tx, now, person.number),
      contracts: await listContracts(tx, now, person.number),
      options: await listOptions(tx, now, person.number),
      limits: { USDT: shownLimits(limits.USDT, 'USDT'), CNY: shownLimits(limits.CNY, 'CNY') },
    });
  }
  return { timeline, open, view };
}
