import type { Input, Output } from '@glasshouse/protocol/endpoint';
import { formatUsdt } from '@glasshouse/protocol/money';
import type { WealthEvent } from '@glasshouse/protocol/wealth/calls';
import * as protocol from '@glasshouse/protocol/wealth/calls';
import { sealedBytes } from '@glasshouse/protocol/wealth/income-form';
import type { ProductKind } from '@glasshouse/protocol/wealth/terms';
import { linesOfFacts, walletOf } from '#money/ledger/ledger.ts';
import type { Installation } from '#people/factors/factors.ts';
import { actOf, confirmRetriable } from '#people/security/security.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Caller, Steps } from '#platform/http/http.ts';
import { pageOf } from '#platform/http/page-of.ts';
import { inPages, type Personal } from '#platform/http/personal.ts';
import { err, ok } from '#platform/http/result.ts';
import type { Publish } from '#platform/runtime/bus.ts';
import { say } from '#platform/runtime/words.ts';
import type { Signer } from '#platform/security/signer.ts';
import { publicSite } from '#site/site/site.ts';
import { daysPaid, holdingShown, productShown } from './shown.ts';
import * as table from './sql.ts';

export { figures } from './figures.ts';

/** The amounts paid for trust products and pledges are returned; a machine's price isn't. */
export async function committedBy(tx: Tx, owner: bigint) {
  const amount = (await table.heldByKind(tx, owner))
    .filter(({ kind }) => kind !== 'machine')
    .reduce((all, held) => all + held.amount, 0n);
  return amount === 0n ? [] : [{ account: 'committed_products' as const, currency: 'USDT' as const, amount }];
}

/** The amounts spent on machines, in USDT units, counted as a loss on the day it was paid, and in total. */
export const { machinePrices, machinePricesByDay } = table;

/** The running orders of a user, including machines. A user is not deleted before they have ended. */
export const runningOrdersOf = table.heldByKind;

/** A user's purchases, for the activity list. */
export const { boughtBy, bookedThrough, nthBought, unnamedTerms } = table;
export { returnedBy } from './shown.ts';

/** The purchases with a number, for operators. */
export const numbered = async (tx: Tx, id: string, most: number) =>
  (await table.holdingsNumbered(tx, id, most)).map(({ owner, kind, amount, bought_at }) => ({
    ...{ owner, kind: kind as ProductKind, at: bought_at },
    amount: { amount: formatUsdt(amount), currency: 'USDT' as const },
  }));

/** Everything that is on offer. */
export async function listProducts(tx: Tx, now: Date): Promise<Output<typeof protocol.listProducts>> {
  const rows = await table.offered(tx);
  return {
    products: rows.map((row) => productShown(row, now)),
    pledged: formatUsdt(await table.pledgedInAll(tx)),
    time: now.getTime(),
  };
}

export async function showProduct(tx: Tx, now: Date, { product, version }: Input<typeof protocol.showProduct>) {
  const row = await table.versionOf(tx, product, version);
  return row ? ok({ product: productShown(row, now), time: now.getTime() }) : err('not_found');
}

const holdingOf = async (tx: Tx, now: Date, owner: bigint, id: string) =>
  holdingShown((await table.holdingById(tx, owner, id))!, now, await table.bookedThrough(tx));

/** Buys with the trade password. Quota, window, limits and balance are checked where the money moves. */
export async function buyProduct(
  call: Caller<typeof protocol.buyProduct> & Steps,
  input: Input<typeof protocol.buyProduct>,
  installation: Installation,
) {
  const { id, product, version, units, fromFund } = input;
  const { now, user, publish } = call;
  const act = actOf(protocol.buyProduct, input);
  const confirmed = await confirmRetriable(call, installation, act, input, (tx) =>
    table.holdingById(tx, user.number, id),
  );
  if (!confirmed.ok) return confirmed;
  return call.inTx(async (tx) => {
    const answer = await table.buy(tx, now, { owner: user.number, id, product, version, units, fromFund });
    if (answer === 'nobody') return err('not_logged_in');
    if (answer !== 'bought' && answer !== 'repeated') return err(answer);
    if (answer === 'bought') publishHolding(publish, user.number, id);
    return ok({ holding: await holdingOf(tx, now, user.number, id) });
  });
}

/** Ends a pledge early, without interest. */
export async function endPledge(
  { tx, now, user, publish }: Caller<typeof protocol.endPledge> & { tx: Tx },
  { id }: Input<typeof protocol.endPledge>,
) {
  const answer = await table.endPledge(tx, now, user.number, id);
  if (answer !== 'ended' && answer !== 'repeated') return err(answer);
  if (answer === 'ended') publishHolding(publish, user.number, id);
  return ok({ holding: await holdingOf(tx, now, user.number, id) });
}

export async function showWealth(tx: Tx, owner: bigint): Promise<Output<typeof protocol.showWealth>> {
  const held = await table.heldByKind(tx, owner);
  return { held: held.map(({ kind, amount, count }) => ({ kind, amount: formatUsdt(amount), count: Number(count) })) };
}

/** One page of the holdings of a user, current and ended. */
export async function listHoldings(
  tx: Tx,
  now: Date,
  owner: bigint,
  { kind, state, before, limit }: Input<typeof protocol.listHoldings>,
): Promise<Output<typeof protocol.listHoldings>> {
  const filter = { kind, state, now, before: before === undefined ? undefined : BigInt(before) };
  const { rows, next } = pageOf(await table.holdingsOf(tx, owner, filter, limit + 1), limit, ({ serial }) =>
    String(serial),
  );
  const through = await table.bookedThrough(tx);
  return { list: rows.map((row) => holdingShown(row, now, through)), next, time: now.getTime() };
}

/** One order with its postings: enough to recompute every cent. */
export async function showHolding(
  { tx, now, user, locale }: Caller<typeof protocol.showHolding> & { tx: Tx },
  signer: Signer,
  { id }: Input<typeof protocol.showHolding>,
) {
  const row = await table.holdingById(tx, user.number, id);
  if (!row) return err('not_found');
  const through = await table.bookedThrough(tx);
  const wallet = walletOf(user.number, 'financial', 'USDT');
  // An order that ends while this is read is shown as ended by the next request.
  const ended = row.ending === null ? [] : [id];
  const refs = await table.incomeRefs(tx, row.serial, daysPaid(row, through));
  const paid = ({ at, amount }: { at: Date; amount: bigint }) => ({ at: at.toISOString(), amount: formatUsdt(amount) });
  const income = await linesOfFacts(tx, wallet, 'product_income', refs);
  const [returned] = await linesOfFacts(tx, wallet, 'product_redemption', ended);
  const file = {
    kind: 'glasshouse-income' as const,
    version: 1 as const,
    note: say(locale, 'csv.simulated', { title: (await publicSite(tx)).title }),
    holding: holdingShown(row, now, through),
    income: income.map(paid),
    returned: returned ? paid(returned) : null,
    time: now.getTime(),
  };
  const signature = signer.sign(sealedBytes(file)).toString('hex');
  return ok({ ...file, seal: { publicKey: signer.publicKey.toString('hex'), signature } });
}

/** Every order of a product. Its income is in the statement. */
export const personal: Personal = async function* (tx, { number }) {
  yield {
    name: 'products.csv',
    rows: inPages<table.HeldRow>(
      ['id', 'product', 'version', 'kind', 'units', 'amount', 'bought_at', 'ends_at', 'ended_at', 'ending'],
      (last, most) => table.holdingsOf(tx, number, { before: last?.serial }, most),
      ({ id, product, version, kind, units, amount, bought_at, ends_at, ended_at, ending }) => [
        ...[id, String(product), String(version), kind, String(units), formatUsdt(amount), bought_at.toISOString()],
        ...[ends_at.toISOString(), ended_at?.toISOString() ?? '', ending ?? ''],
      ],
    ),
  };
};

/** Notifies the owner's own screens that a product was bought, paid or ended. Screens that miss it refetch. */
export function publishHolding(publish: Publish, owner: bigint, id: string | null): void {
  const event: WealthEvent = { type: 'wealth', id };
  publish(`user.${owner}`, JSON.stringify(event));
}
