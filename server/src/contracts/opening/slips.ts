import { type Slip, type SlipTerms, signedBytes, slipBytes } from '@glasshouse/protocol/contracts/slip';
import { pathOf, rootOf, treeOf } from '@glasshouse/protocol/market/tape';
import type { Db } from '../../platform/db.ts';
import { type Signer, sha } from '../../platform/signer.ts';
import type { ContractRow } from '../orders-sql.ts';

/** What was agreed in an order, as slips say it. */
export const slipTermsOf = (row: ContractRow, headHash: string): SlipTerms => ({
  id: row.id,
  rule: row.rule,
  symbol: row.symbol,
  direction: row.long ? 'long' : 'short',
  seconds: row.seconds,
  stake: row.stake,
  returnBp: row.return_bp,
  headSlot: Number(row.head_slot),
  headHash,
});

/** A signature costs as much as hashing this many slips; more under one would only make every slip longer. */
const mostPerSignature = 64;

/** The slips of orders accepted together, many under one signature. */
export function signSlips(signer: Signer, terms: readonly SlipTerms[]): Slip[] {
  const slips: Slip[] = [];
  for (let at = 0; at < terms.length; at += mostPerSignature)
    slips.push(...signTogether(signer, terms.slice(at, at + mostPerSignature)));
  return slips;
}

function signTogether(signer: Signer, terms: readonly SlipTerms[]): Slip[] {
  const levels = treeOf(
    terms.map((one) => sha(slipBytes(one))),
    sha,
  );
  const publicKey = signer.publicKey.toString('hex');
  const signature = signer.sign(signedBytes(rootOf(levels))).toString('hex');
  // Every hash of the tree is on many paths; its text is made once.
  const texts = levels.map((level) => level.map((hash) => (hash as Buffer).toString('hex')));
  return terms.map((_, place) => ({ path: pathOf(texts, place), publicKey, signature }));
}

/** Publishes the key that signs slips, before the first one is signed with it. */
export const publishSlipKey = (db: Db, now: Date, { publicKey }: Signer) =>
  db
    .insertInto('slip_key')
    .values({ public_key: publicKey, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
