import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { transfer } from '../protocol/src/assets/calls.ts';
import { openContract, showOrder } from '../protocol/src/contracts/calls.ts';
import { login } from '../protocol/src/session/calls.ts';
import { makeShare } from '../protocol/src/shares/calls.ts';
import { openBrowser } from '../scripts/browser.ts';
import { registerDemo } from '../scripts/demo.ts';
import type { Stack } from '../scripts/stack.ts';

const fiveSeconds = `insert into contract_terms (seconds, returns, min_stake, max_stake, max_open)
  values ('{5,30,60,120,300}', '{8000,8200,8500,8800,9200}', 10000000, 5000000000, 20000000000)`;

/** Places an order, waits for its result and shares its receipt, all through the API. Returns the link. */
export async function shareReceipt({ url, ops, arrange }: Stack): Promise<string> {
  await arrange(fiveSeconds);
  const { account, password } = await registerDemo(url, ops);
  const { call } = openBrowser(url);
  const must = <T extends { code: number; msg: unknown }>(answer: T): T => {
    if (answer.code !== 200) throw new Error(String(answer.msg));
    return answer;
  };
  must(await call(login, { account, password }));
  must(await call(transfer, { id: randomUUIDv7(), from: 'fund', to: 'contract', amount: '100' }));
  const id = randomUUIDv7();
  const order = { id, symbol: 'BTC', direction: 'long', seconds: 5, returnBp: 8000, stake: '10' } as const;
  // A new tape writes a day of history before its first live tick.
  for (let tries = 0; (await call(openContract, order)).code !== 200; tries++) {
    if (tries === 60) throw new Error('no order was taken within a minute');
    await wait(1000);
  }
  for (let tries = 0; must(await call(showOrder, { id })).data.order.outcome === null; tries++) {
    if (tries === 60) throw new Error('the order was not settled within a minute');
    await wait(1000);
  }
  const { token } = must(await call(makeShare, { product: 'contract', id, named: false })).data;
  return `${url}/shared#${token}`;
}
