import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type { ProductName } from '@glasshouse/protocol/orders/product-names';
import * as protocol from '@glasshouse/protocol/shares/calls';
import { maxShares } from '@glasshouse/protocol/shares/calls';
import type { Installation } from '#people/factors/factors.ts';
import { people } from '#people/people/people.ts';
import type { Tx } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { network } from '#platform/http/addresses.ts';
import { type Caller, type Route, type Steps, serve, serveInSteps } from '#platform/http/http.ts';
import type { Personal } from '#platform/http/personal.ts';
import { err, ok, type Result } from '#platform/http/result.ts';
import type { Signer } from '#platform/security/signer.ts';
import { createShareTokens, type ShareTokens } from './share-token.ts';
import * as table from './sql.ts';

/** The parts that a product provides for links to its receipts. */
type SharedProduct = {
  showOrder: (
    tx: Tx,
    now: Date,
    owner: bigint,
    order: { id: string },
  ) => Promise<Result<{ order: { settledAt: string | null } }, 'not_found'>>;
  showReceipt: (
    step: Steps['step'],
    signer: Signer,
    owner: bigint,
    order: Pick<Input<typeof protocol.readShare>, 'form'> & { id: string },
    reader: string,
  ) => Promise<Result<Output<typeof protocol.readShare>['receipt'], (typeof protocol.readShare.errors)[number]>>;
};
/** All products whose receipts can be shared. The roles pass them in. */
type SharedProducts = Readonly<Record<ProductName, SharedProduct>>;

type Row = Awaited<ReturnType<typeof table.sharesOf>>[number];
const shown = (tokens: ShareTokens, { id, product, ordered, named, made_at }: Row): protocol.Share => ({
  product,
  id: ordered,
  token: tokens.make(id),
  named,
  at: made_at.toISOString(),
});

async function listShares(tx: Tx, tokens: ShareTokens, person: string): Promise<Output<typeof protocol.listShares>> {
  const rows = await table.sharesOf(tx, person, protocol.maxShares);
  return { shares: rows.map((row) => shown(tokens, row)) };
}

/** Shares an ended order. Repeated requests return the same share, so a second tap makes no second link. */
async function makeShare(
  { tx, now, user }: Caller<typeof protocol.makeShare> & { tx: Tx },
  { tokens, products }: { tokens: ShareTokens; products: SharedProducts },
  { product, id, named }: Input<typeof protocol.makeShare>,
) {
  const found = await products[product].showOrder(tx, now, user.number, { id });
  if (!found.ok) return found;
  if (found.value.order.settledAt === null) return err('not_ended');
  // Serializes shares made by one user at the same time.
  await people.lockById(tx, user.userId);
  const ordered = { person: user.userId, product, ordered: id };
  const known = await table.renameShare(tx, ordered, named);
  if (known) return ok(shown(tokens, known));
  if ((await table.countShares(tx, user.userId)) >= protocol.maxShares) return err('too_many_shares');
  const made = await table.insertShare(tx, { ...ordered, id: newId(), named, made_at: now });
  return made ? ok(shown(tokens, made)) : err('not_found');
}

const takeShareBack = async (tx: Tx, person: string, { product, id }: Input<typeof protocol.takeShareBack>) => {
  await table.deleteShare(tx, { person, product, ordered: id });
  return ok({});
};

/**
 * The receipt as its owner sees it, with only the details about the owner that they chose to show. Regenerating old
 * ticks uses the queue of the reader's network, so a popular link doesn't keep its owner waiting.
 */
export async function readShare(
  step: Steps['step'],
  {
    tokens,
    products,
    signer,
    address,
  }: { tokens: ShareTokens; products: SharedProducts; signer: Signer; address: string },
  { token, form }: Input<typeof protocol.readShare>,
) {
  const id = tokens.read(token);
  const share = id && (await step((tx) => table.shareById(tx, id)));
  if (!share) return err('not_found');
  const { product, ordered, number } = share;
  const receipt = await products[product].showReceipt(
    step,
    signer,
    number,
    { id: ordered, form },
    `share ${network(address)}`,
  );
  if (!receipt.ok) return receipt;
  // Regenerating ticks may take seconds, in which the share can be revoked.
  const still = await step((tx) => table.shareById(tx, id));
  return still ? ok({ name: still.named ? still.username : null, receipt: receipt.value }) : err('not_found');
}

/** Which receipts a user shares. The tokens that open them are left out of the file. */
export const personal: Personal = async function* (tx, { id }) {
  const rows = await table.sharesOf(tx, id, maxShares);
  yield { name: 'shares.json', json: rows.map(({ id: _, ...share }) => share) };
};

/** Tokens are made with the installation's secret; slips are signed again for each reader. */
export function routesWith({ keys }: Pick<Installation, 'keys'>, signer: Signer, products: SharedProducts): Route[] {
  const tokens = createShareTokens(keys);
  return [
    serve(protocol.listShares, async ({ tx, user }) => ok(await listShares(tx, tokens, user.userId))),
    serve(protocol.makeShare, (call, input) => makeShare(call, { tokens, products }, input)),
    serve(protocol.takeShareBack, ({ tx, user }, input) => takeShareBack(tx, user.userId, input)),
    serveInSteps(protocol.readShare, ({ step, address }, input) =>
      readShare(step, { tokens, products, signer, address }, input),
    ),
  ];
}
