import * as office from '@glasshouse/protocol/backoffice/user-records';
import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type { InvitesEvent } from '@glasshouse/protocol/invites/calls';
import * as protocol from '@glasshouse/protocol/invites/calls';
import { formatUsdt } from '@glasshouse/protocol/money';
import { textOf } from '@glasshouse/protocol/site/bounds';
import { people } from '#people/people/people.ts';
import { serveLook } from '#platform/console/office.ts';
import type { Tx } from '#platform/database/db.ts';
import { serve } from '#platform/http/http.ts';
import { pageOf } from '#platform/http/page-of.ts';
import { inPages, type Personal } from '#platform/http/personal.ts';
import { err, ok } from '#platform/http/result.ts';
import type { Publish } from '#platform/runtime/bus.ts';
import { announcedMoney, moneySettings } from '#site/site/site.ts';
import * as table from './sql.ts';

const percent = (basisPoints: number) => textOf('inviteShare', BigInt(basisPoints));
const none = { paid: 0n, withheld: 0n, amount: 0n };

/** The current offer for invitations, and what a person's invitations have earned. */
async function invitesOf(
  tx: Tx,
  now: Date,
  person: { userId: string; number: bigint },
): Promise<Output<typeof protocol.getInvites>> {
  const { inviteReward, inviteShareBp } = await moneySettings(tx, now);
  const next = await announcedMoney(tx, now);
  const sums = await table.sumsOf(tx, person.number);
  const [rewards, shares] = (['new_user', 'lower_level'] as const).map(
    (source) => sums.find((sum) => sum.source === source) ?? none,
  ) as [typeof none, typeof none];
  const [reward, share] = [formatUsdt(inviteReward), percent(inviteShareBp)];
  const newest = await table.newestShares(tx, person.number);
  const changes = next && (next.inviteReward !== reward || next.inviteShare !== share);
  return {
    reward,
    share,
    next: changes ? { from: next.from, reward: next.inviteReward, share: next.inviteShare } : null,
    ...(await table.countInvited(tx, person.userId)),
    earned: {
      total: formatUsdt(rewards.amount + shares.amount),
      rewards: { count: Number(rewards.paid), amount: formatUsdt(rewards.amount) },
      shares: { count: Number(shares.paid), amount: formatUsdt(shares.amount) },
    },
    withheld: Number(rewards.withheld),
    entries: Number(rewards.paid + rewards.withheld + shares.paid),
    expected: newest
      ? { people: newest.people, day: formatUsdt(newest.amount), month: formatUsdt(newest.amount * 30n) }
      : null,
  };
}

const shown = (row: table.Row) => ({
  id: String(row.id),
  at: row.at.toISOString(),
  source: row.source as (typeof protocol.inviteSources)[number],
  amount: formatUsdt(row.amount),
  withheld: row.withheld as protocol.WithheldReason | null,
  of: row.day === null ? null : { day: row.day, base: formatUsdt(row.base!), share: percent(row.share_bp!) },
});

type Page = Input<typeof protocol.listProfits>;
async function page(tx: Tx, inviter: bigint, { before, limit }: Page) {
  const older = before === undefined ? undefined : BigInt(before);
  return pageOf(await table.incomeBefore(tx, inviter, older, limit + 1), limit, ({ id }) => String(id));
}

async function listProfits(tx: Tx, inviter: bigint, input: Page): Promise<Output<typeof protocol.listProfits>> {
  const { rows, next } = await page(tx, inviter, input);
  return { list: rows.map((row) => ({ ...shown(row), name: shortened(row) })), next };
}

/** The same for an operator, who identifies people by number and can't change anything here. */
async function listUserInvites(tx: Tx, { number, ...input }: Input<typeof office.listUserInvites>) {
  const person = await people.personByNumber(tx, BigInt(number));
  if (!person) return err('not_found');
  const { rows, next } = await page(tx, person.number, input);
  const list = rows.map((row) => ({ ...shown(row), invitee: String(row.invitee) }));
  return ok({ ...(await table.countInvited(tx, person.id)), list, next });
}

const hidden = '•••';

/** As much of a name as its owner's inviter may see: the first two letters, or the last two digits of a phone. */
function shortened(person: { username: string | null; email: string | null; phone: string | null }) {
  const { username, email, phone } = person;
  const name = username ?? email;
  if (name !== null) return [...name.split('@')[0]!].slice(0, 2).join('') + hidden;
  return phone === null ? null : hidden + phone.slice(-2);
}

/** Income from invitations, without the invited people, whose data is their own. */
export const personal: Personal = async function* (tx, { number }) {
  yield {
    name: 'invitations.csv',
    rows: inPages<table.Row>(
      ['at', 'source', 'amount', 'withheld', 'day', 'share_of'],
      (last, most) => table.incomeBefore(tx, number, last?.id, most),
      ({ at, source, amount, withheld, day, base }) => [
        at.toISOString(),
        source,
        formatUsdt(amount),
        withheld ?? '',
        day ?? '',
        base === null ? '' : formatUsdt(base),
      ],
    ),
  };
};

/** Notifies an inviter's own screens. Screens that miss it refetch. */
export function notifyInviter(publish: Publish, inviter: bigint): void {
  const event: InvitesEvent = { type: 'invites' };
  publish(`user.${inviter}`, JSON.stringify(event));
}

/** Notifies the inviter of a person who has passed the identity check. */
export async function notifyInviterOf(tx: Tx, publish: Publish, invitee: bigint): Promise<void> {
  const inviter = await table.inviterOf(tx, invitee);
  if (inviter !== undefined) notifyInviter(publish, inviter);
}

export const routes = [
  serve(protocol.getInvites, async ({ tx, now, user }) => ok(await invitesOf(tx, now, user))),
  serve(protocol.listProfits, async ({ tx, user }, input) => ok(await listProfits(tx, user.number, input))),
];

export const officeRoutes = [serveLook(office.listUserInvites, ({ tx }, input) => listUserInvites(tx, input))];
