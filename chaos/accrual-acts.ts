import { setTimeout as pause } from 'node:timers/promises';
import { transfer } from '../protocol/src/assets/calls.ts';
import type { Endpoint } from '../protocol/src/endpoint.ts';
import { buyProduct, endPledge } from '../protocol/src/wealth/calls.ts';
import type { Terms } from '../protocol/src/wealth/terms.ts';
import { systemAccount, walletOf } from '../server/src/money/ledger/accounts.ts';
import { post } from '../server/src/money/ledger/ledger.ts';
import { type openDb, type Pool, step } from '../server/src/platform/database/db.ts';
import { newId } from '../server/src/platform/database/ids.ts';
import type { Call } from '../server/test/browser.ts';
import { clockIsTheDatabases, clockMayTurn } from '../server/test/rights.ts';
import { offer } from '../server/test/wealth.ts';
import { pick, type Random } from './random.ts';

/** The confirmed result for an order: bought or refused, ended early, or already matured. */
export type Answers = Map<string, 'bought' | 'refused' | 'ended' | 'matured'>;
type Named = { product: number; version: number };
type Stopped = () => boolean;
const tradePassword = '246810';
const money = 5_000_000_000_000n;

const daily: Terms[] = [
  { kind: 'trust', unit: 1_000_000n, rateBp: 750, days: 180 },
  { kind: 'trust', unit: 10_000n, rateBp: 1, days: 300 }, // most of its days round to nothing
  { kind: 'trust', unit: 3_333_333n, rateBp: 460, days: 30 },
  { kind: 'trust', unit: 1_000_000n, rateBp: 800, days: 730 },
  { kind: 'machine', unit: 300_000_000n, daily: 1_720_000n, days: 180 },
];
const hourly: Terms = { kind: 'pledge', unit: 10_000n, ratePpb: 3311, seconds: 3600 };

/**
 * Creates orders of the last 400 days without any payments, as after a long time without a worker, and pledges that
 * come due during the drill. They are bought through the real database function, with its clock temporarily replaced.
 */
export async function arrangeOrders(owner: Pool, db: ReturnType<typeof openDb>, count: number, people: bigint[]) {
  await owner.query(clockMayTurn);
  const products: Named[] = [];
  for (const terms of daily) products.push(await offer({ owner: db }, terms));
  const pledge = await offer({ owner: db }, hourly);
  const { rows } = await owner.query<{ number: bigint }>(
    `insert into person (id, phone, country, password_hash, trade_password_hash, invitation_code, registered_at)
     select gen_random_uuid(), '+8614' || lpad(n::text, 9, '0'), 'CN', '', '', 'CROWD' || n, now() from generate_series(1, $1::integer) n
     returning number`,
    [Math.ceil(count / 100)],
  );
  const crowd = rows.map(({ number }) => number);
  for (const number of [...crowd, ...people]) {
    const moves = [
      { from: systemAccount('external', 'USDT'), to: walletOf(number, 'financial', 'USDT'), amount: money },
    ];
    await step(db, (tx) => post(tx, new Date(), { kind: 'top_up', ref: newId(), moves }));
  }
  const { rows: bought } = await owner.query<{ answer: string }>(
    `select buy_product(($1::bigint[])[1 + n % cardinality($1)], gen_random_uuid(), ($2::integer[])[1 + n / 3 % cardinality($2)], 1, 1 + n % 30,
       now() - (n * 400.0 / $3) * interval '1 day' - n % 3 * interval '7 hours') as answer from generate_series(1, $3::integer) n`,
    [crowd, products.map(({ product }) => product), count],
  );
  const { rows: waiting } = await owner.query<{ answer: string; owner: bigint; id: string; ends: Date }>(
    `select buy_product(owner, id, $2, 1, 1000 + n, at) as answer, owner, id, at + interval '1 hour' as ends
     from (select ($1::bigint[])[1 + n % cardinality($1)] as owner, gen_random_uuid() as id, n, now() - interval '1 hour' + n * interval '0.4 seconds' as at
       from generate_series(1, 600) n) as wanted`,
    [people, pledge.product],
  );
  const wrong = [...bought, ...waiting].filter(({ answer }) => answer !== 'bought');
  if (wrong.length > 0) throw new Error(`could not arrange: ${wrong[0]!.answer}`);
  await owner.query(clockIsTheDatabases);
  return { products: [...products, pledge], pledge, waiting };
}

/** Retries until there is a response. Refusals are responses, faults and timeouts are not. */
async function answerTo<E extends Endpoint>(call: Call, endpoint: E, body: never, stopped: Stopped) {
  while (!stopped()) {
    const answer = await call(endpoint, body).catch(() => undefined);
    if (answer && answer.code < 429) return answer;
    await pause(answer?.code === 429 ? 500 : 40);
  }
  return undefined;
}

type Waiting = { id: string; ends: Date };
/** One user's actions: buys all products, and ends pledges long before they are due and at the very moment. */
export async function tap(
  call: Call,
  { products, pledge }: { products: Named[]; pledge: Named },
  waiting: Waiting[],
  random: Random,
  answers: Answers,
  stopped: Stopped,
) {
  const end = async (id: string) => {
    const answer = await answerTo(call, endPledge, { id } as never, stopped);
    if (answer) answers.set(id, answer.code === 200 ? 'ended' : 'matured');
  };
  await answerTo(call, transfer, { id: newId(), from: 'fund', to: 'financial', amount: '9000' } as never, stopped);
  while (!stopped()) {
    const due = waiting.findIndex(({ ends }) => Math.abs(ends.getTime() - Date.now()) < 400);
    if (due >= 0 && random() < 0.5) await end(waiting.splice(due, 1)[0]!.id);
    const wanted = random() < 0.3 ? pledge : pick(random, products);
    const body = { id: newId(), ...wanted, units: 1 + Math.floor(random() * 3), tradePassword };
    const answer = await answerTo(call, buyProduct, body as never, stopped);
    if (!answer) return;
    answers.set(body.id, answer.code === 200 ? 'bought' : 'refused');
    if (answer.code === 200 && wanted === pledge && random() < 0.7) await end(body.id);
  }
}
