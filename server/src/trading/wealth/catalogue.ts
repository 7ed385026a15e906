import { canonical } from '@glasshouse/protocol/backoffice/audit';
import type { Input, Output } from '@glasshouse/protocol/endpoint';
import { formatUsdt } from '@glasshouse/protocol/money';
import type * as protocol from '@glasshouse/protocol/wealth/office';
import { gainOf, maxOwed } from '@glasshouse/protocol/wealth/promise';
import { writeTerms } from '@glasshouse/protocol/wealth/read-terms';
import type { ApprovedAct, OperatorCall } from '#platform/console/office.ts';
import type { Tx } from '#platform/database/db.ts';
import { pageOf } from '#platform/http/page-of.ts';
import { err, ok } from '#platform/http/result.ts';
import * as table from './catalogue-sql.ts';
import { termsOf } from './shown.ts';
import type { VersionRow } from './sql.ts';

type Offer = protocol.Offer;
type Shown = Output<typeof protocol.listVersions>['list'][number];

const offerOf = (row: VersionRow): Offer => ({
  label: row.label,
  power: row.power,
  terms: termsOf(row),
  least: Number(row.least),
  most: Number(row.most),
  quota: Number(row.quota),
  opensAt: row.opens_at.toISOString(),
  closesAt: row.closes_at?.toISOString() ?? null,
});

/** The columns of an offer; those of other kinds are empty. */
const columnsOf = ({ terms, least, most, quota, opensAt, closesAt, ...named }: Offer) => ({
  ...named,
  kind: terms.kind,
  unit: terms.unit,
  rate_bp: terms.kind === 'trust' ? terms.rateBp : null,
  rate_ppb: terms.kind === 'pledge' ? terms.ratePpb : null,
  daily: terms.kind === 'machine' ? terms.daily : null,
  days: terms.kind === 'pledge' ? null : terms.days,
  seconds: terms.kind === 'pledge' ? terms.seconds : null,
  least: BigInt(least),
  most: BigInt(most),
  quota: BigInt(quota),
  opens_at: new Date(opensAt),
  closes_at: closesAt === null ? null : new Date(closesAt),
});

const thousand = 1_000_000_000n;
/** An offer as the log and the second person read it, with its totals. */
function inWords({ terms, ...rest }: Offer) {
  const owed = maxOwed(terms, BigInt(rest.quota));
  return {
    ...writeTerms(terms),
    ...rest,
    [terms.kind === 'machine' ? 'perThousandAfterPrice' : 'perThousand']: formatUsdt(gainOf(terms, thousand)),
    owedIncome: formatUsdt(owed.income),
    owedPrincipal: formatUsdt(owed.principal),
  };
}
const isSame = (one: Offer, other: Offer) => canonical(inWords(one)) === canonical(inWords(other));

const subjectOf = (product: number, version: number) => `product:${product}.${version}`;
const by = (id: string | null, name: string | null) => (id === null ? null : { id, name: name! });

/** Every current and past version. */
export async function listVersions(
  tx: Tx,
  { before, limit, ...choice }: Input<typeof protocol.listVersions>,
): Promise<Output<typeof protocol.listVersions>> {
  const [product, version] = before?.split('.').map(Number) ?? [];
  const place = before === undefined ? undefined : { product: product!, version: version! };
  const found = await table.versionsBefore(tx, { ...choice, before: place }, limit + 1);
  const { rows, next } = pageOf(found, limit, (row) => `${row.product}.${row.version}`);
  const list = rows.map((row) => ({
    product: row.product,
    version: row.version,
    state: row.state as Shown['state'],
    offer: offerOf(row),
    taken: Number(row.taken),
    writtenAt: row.written_at.toISOString(),
    writtenBy: by(row.written_by, row.written_by_name),
    publishedAt: row.published_at?.toISOString() ?? null,
    publishedBy: by(row.published_by, row.published_by_name),
    approvedBy: by(row.approved_by, row.approved_by_name),
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: by(row.closed_by, row.closed_by_name),
  }));
  return { list, next };
}

/** Writes a draft: of a new product, of another version, or over the draft that was read. */
export async function saveDraft(
  { tx, now, operator, record }: OperatorCall,
  { product: known, expected, offer, reason }: Input<typeof protocol.saveDraft>,
) {
  const columns = {
    ...columnsOf(offer),
    written_at: now,
    written_by: operator.id,
    written_by_name: operator.name,
  };
  const product = known ?? (await table.insertProduct(tx, now, offer.terms.kind));
  await table.lockProduct(tx, product);
  if ((await table.kindOf(tx, product)) !== offer.terms.kind) return err('not_found');
  const draft = await table.versionIn(tx, product, 'draft');
  if ((draft?.written_at.toISOString() ?? null) !== expected) return err('version_changed');
  if (draft && isSame(offerOf(draft), offer)) return err('unchanged');
  if (draft) await table.updateVersion(tx, draft, columns);
  const version = draft?.version ?? (await table.insertDraft(tx, { product, ...columns }));
  const before = draft && inWords(offerOf(draft));
  record({ subject: subjectOf(product, version), before, after: inWords(offer), reason });
  return ok({ product, version });
}

/** Locks the version with this number, if it is in that state. */
async function lockVersion(tx: Tx, { product, version }: { product: number; version: number }, state: Shown['state']) {
  await table.lockProduct(tx, product);
  const row = await table.versionIn(tx, product, state);
  return row?.version === version ? row : undefined;
}

export async function deleteDraft(
  { tx, record }: OperatorCall,
  { reason, ...named }: Input<typeof protocol.deleteDraft>,
) {
  const draft = await lockVersion(tx, named, 'draft');
  if (!draft) return err('not_found');
  await table.deleteVersion(tx, draft);
  record({ subject: subjectOf(draft.product, draft.version), before: inWords(offerOf(draft)), after: null, reason });
  return ok({});
}

type Closing = Pick<OperatorCall, 'tx' | 'now' | 'record'>;
async function close({ tx, now, record }: Closing, row: VersionRow, who: ApprovedAct['askedBy'], reason: string) {
  const done = { state: 'closed', closed_at: now, closed_by: who.id, closed_by_name: who.name };
  await table.updateVersion(tx, row, done);
  const subject = subjectOf(row.product, row.version);
  record({ subject, before: { state: 'published' }, after: { state: 'closed' }, reason });
}

/** Closes a version for sale. */
export async function closeVersion(call: OperatorCall, { reason, ...named }: Input<typeof protocol.closeVersion>) {
  const row = await lockVersion(call.tx, named, 'published');
  if (!row) return err('not_found');
  await close(call, row, call.operator, reason);
  return ok({});
}

/** The draft, if it has not changed since it was read. */
async function agreed(tx: Tx, { offer, ...named }: Input<typeof protocol.publishVersion>) {
  const draft = await lockVersion(tx, named, 'draft');
  if (!draft) return err('not_found');
  return isSame(offerOf(draft), offer) ? ok(draft) : err('version_changed');
}

/** One person asks to publish a draft and another approves. The previous version is closed at the same moment. */
export const publishing = {
  ask: async ({ tx }: Pick<OperatorCall, 'tx'>, input: Input<typeof protocol.publishVersion>) => {
    const draft = await agreed(tx, input);
    if (!draft.ok) return draft;
    const { product, version } = input;
    const current = await table.versionIn(tx, product, 'published');
    const before = current ? inWords(offerOf(current)) : {};
    return ok({ subject: subjectOf(product, version), reason: input.reason, before, after: inWords(input.offer) });
  },
  decide: async (call: ApprovedAct, input: Input<typeof protocol.publishVersion>) => {
    const draft = await agreed(call.tx, input);
    if (!draft.ok) return draft;
    const { tx, now, askedBy, record } = call;
    const { by: second, id } = call.approval!;
    const current = await table.versionIn(tx, input.product, 'published');
    if (current) await close(call, current, askedBy, input.reason);
    await table.updateVersion(tx, draft.value, {
      state: 'published',
      published_at: now,
      published_by: askedBy.id,
      published_by_name: askedBy.name,
      approval: id,
      approved_by: second.id,
      approved_by_name: second.name,
    });
    const subject = subjectOf(input.product, input.version);
    const before = current ? inWords(offerOf(current)) : null;
    record({ subject, before, after: inWords(input.offer), reason: input.reason });
    return ok({});
  },
};
