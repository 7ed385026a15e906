import { setTimeout as pause } from 'node:timers/promises';
import { systemAccount, walletOf } from '../server/src/money/ledger/accounts.ts';
import { type Posting, postBatch, type Verdict } from '../server/src/money/ledger/ledger.ts';
import { createBatcher } from '../server/src/platform/database/batcher.ts';
import { openDb, openPool, step } from '../server/src/platform/database/db.ts';
import { newId } from '../server/src/platform/database/ids.ts';
import { pick, seeded } from './random.ts';

// A server process that posts stakes and payouts of a few users in batches, as fast as possible. It prints each result
// when it arrives, and may be killed at any moment. Callers without a response retry with the same id.
const random = seeded(Number(process.argv[2]));
const users = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n];
const callers = 200;
const db = openDb(openPool(process.env.DATABASE_URL!, 2, () => {}));
const send = (postings: Posting[]) => step(db, (tx) => postBatch(tx, new Date(), postings));
const batcher = createBatcher<Posting, Verdict>(send, { lanes: 2, maxPerBatch: 60, maxWaiting: callers });
const pool = systemAccount('committed_contracts', 'USDT');

function newPosting(): Posting {
  const wallet = walletOf(pick(random, users), 'contract', 'USDT');
  const amount = BigInt(1 + Math.floor(random() * 1000));
  return random() < 0.6
    ? { kind: 'contract_stake', ref: newId(), moves: [{ from: wallet, to: pool, amount }] }
    : { kind: 'contract_payout', ref: newId(), moves: [{ from: pool, to: wallet, amount }] };
}

async function caller(): Promise<void> {
  for (;;) {
    const posting = newPosting();
    for (let answered = false; !answered; ) {
      try {
        const verdict = await batcher.add(posting);
        process.stdout.write(`${verdict} ${posting.kind} ${posting.ref}\n`);
        // Some retry although they were answered. A refused posting is never retried, because it may be covered the
        // second time.
        answered = verdict === 'insufficient_balance' || random() < 0.9;
      } catch {
        await pause(20);
      }
    }
  }
}
await Promise.all(Array.from({ length: callers }, caller));
