import { receiptDocument, type TopUpCaseDetails, topUpDetails } from '@glasshouse/protocol/deposits/office';
import { formatUsdt } from '@glasshouse/protocol/money';
import type { Network } from '@glasshouse/protocol/movements/addresses';
import { changes } from '@glasshouse/protocol/security/kinds';
import { readPart, readSpecimenCode } from '@glasshouse/protocol/specimens/code';
import { codesIn, type Files, readFile } from '#people/files/files.ts';
import { historyFor, papersOpened } from '#people/security/security.ts';
import type { Tx } from '#platform/database/db.ts';
import { days, plus } from '#platform/runtime/clock.ts';
import { firstFields, type ReviewKind } from '#site/review/review.ts';
import { twoPeopleAbove } from '#site/site/site.ts';
import { chosenOf, movementOf } from '../movements/movements.ts';
import { eraseReceiptLater, kind, publishDecision } from './decided.ts';
import * as table from './sql.ts';

const [json, picture] = ['application/json', 'image/webp'];
const lookBack = days(14);
const maxRejected = 5;
const isChange = (kind: string) => changes.some((change) => change === kind);
type About = NonNullable<Awaited<ReturnType<typeof table.caseById>>>;

/** The content of the receipt's code, which was checked before the picture was stored. */
function coded(text: string | null | undefined): TopUpCaseDetails['coded'] {
  const read = text ? readSpecimenCode(text) : undefined;
  const said = read && readPart(read.part);
  if (!read || said?.document !== 'receipt') return null;
  const { network, amount } = said;
  return { number: read.number, amount: formatUsdt(amount), network, expiresAt: read.expiresAt.toISOString() };
}

/** The user's history that helps a reviewer decide. */
async function historyOf(tx: Tx, now: Date, { person, owner }: About): Promise<TopUpCaseDetails['person']> {
  const { registered_at, identity } = await table.personOf(tx, person);
  const sums = await table.sumsOf(tx, owner);
  const shown = ({ count, sum }: { count: bigint; sum: bigint }) => ({ count: Number(count), sum: formatUsdt(sum) });
  const choice = { flows: ['recharge'], states: ['rejected'], currencies: ['USDT'] } as const;
  const rejected = await chosenOf(tx, owner, choice, maxRejected);
  const changed = (await historyFor(tx, person, plus(now, -lookBack))).filter(({ kind }) => isChange(kind));
  return {
    registeredAt: registered_at.toISOString(),
    identity: identity as TopUpCaseDetails['person']['identity'],
    passed: shown(sums(true, 'passed')),
    cards: shown(sums(false, 'passed')),
    waiting: Number(sums(true, 'under_review').count),
    rejected: rejected.map(({ changedAt, amount, reason }) => ({
      ...{ at: changedAt.toISOString(), amount: formatUsdt(amount), reason },
    })),
    changes: changed.map(({ kind, at }) => ({
      kind: kind as TopUpCaseDetails['person']['changes'][number]['kind'],
      at: at.toISOString(),
    })),
  };
}

async function detailsOf(tx: Tx, now: Date, about: About): Promise<TopUpCaseDetails> {
  const { owner, movement, network, address, receipt } = about;
  const found = (await movementOf(tx, owner, movement))!;
  const [code] = receipt ? await codesIn(tx, [receipt]) : [];
  return {
    submitted: { user: String(owner), amount: formatUsdt(found.amount), network: network as Network, address },
    coded: coded(code?.code),
    person: await historyOf(tx, now, about),
  };
}

/**
 * Reviewers decide; large top-ups take two of them. They see the receipt, the submitted data, the content of its code
 * and the user's history. A database trigger moves the money; `decide` handles the rest.
 */
export const topUpKind = (files: Files): ReviewKind => ({
  kind,
  permission: 'topups.decide',
  checks: ['receiptAmount', 'receiptNetwork', 'receiptCode', 'receiptStamp'],
  twoPeople: { above: twoPeopleAbove, setFirst: table.setFirst },
  fields: async (tx, { id }) => {
    const about = await table.caseById(tx, id);
    return about ? firstFields(about) : [];
  },
  documents: async (tx, { id }) => {
    const about = await table.caseById(tx, id);
    return [{ name: topUpDetails, mime: json }, ...(about?.receipt ? [{ name: receiptDocument, mime: picture }] : [])];
  },
  readDocument: async ({ tx, now }, found, name) => {
    const about = await table.caseById(tx, found.id);
    if (!about) return undefined;
    if (name === topUpDetails)
      return { mime: json, bytes: Buffer.from(JSON.stringify(await detailsOf(tx, now, about))) };
    const opened = name === receiptDocument && about.receipt ? await readFile(files, tx, about.receipt) : undefined;
    // Last, because it locks the user's row.
    if (opened) await papersOpened(tx, now, found.person);
    return opened;
  },
  decide: async ({ tx, now, record, publish }, found, { decision, reason }) => {
    const about = (await table.caseById(tx, found.id))!;
    const state = decision === 'approve' ? 'passed' : 'rejected';
    await eraseReceiptLater(tx, now, about);
    publishDecision(publish, about, state);
    const subject = `user:${found.number}`;
    record({ subject, before: { topUp: about.movement, state: 'under_review' }, after: { state }, reason });
  },
});
