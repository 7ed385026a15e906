import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { getOverview, transfer } from '../protocol/src/assets/calls.ts';
import { listOrders, openContract, showReceipt, showRules } from '../protocol/src/contracts/calls.ts';
import type { Endpoint } from '../protocol/src/endpoint.ts';
import { listMarket, showTape } from '../protocol/src/market/calls.ts';
import { checkReceipt } from '../protocol/src/orders/receipt.ts';
import { register, sendCode } from '../protocol/src/session/calls.ts';
import { openBrowser } from './browser.ts';

// `npm run try-site -- URL MAIL` does what somebody does who arrives at a running site: registers with the code from the mail, trades, waits
// for the result, and recomputes the receipt. MAIL is where `scripts/mail-sink.ts` shows what the site has sent.
const [url, mail] = process.argv.slice(2);
if (!url || !mail) throw new Error('Say where: npm run try-site -- URL MAIL');
const { call } = openBrowser(url);

type Asked<E extends Endpoint> = Parameters<typeof call<E>>[1];
type Answered<E extends Endpoint> = Awaited<ReturnType<typeof call<E>>>['data'];

async function ask<E extends Endpoint>(endpoint: E, body: Asked<E>): Promise<Answered<E>> {
  const { code, msg, data } = await call(endpoint, body);
  if (code !== 200) throw new Error(`${endpoint.path}: ${code} ${msg}`);
  return data;
}

/** Asks until there is an answer that will do; a site that has just been started needs a moment. */
async function until<T>(what: string, seconds: number, look: () => Promise<T | undefined>): Promise<T> {
  let why: unknown;
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await wait(500)) {
    try {
      const found = await look();
      if (found !== undefined) return found;
    } catch (error) {
      why = error;
    }
  }
  throw new Error(`no ${what} within ${seconds} s`, { cause: why });
}

const began = performance.now();
const passed = () => ((performance.now() - began) / 1000).toFixed(1);
const { slot } = await until('prices', 180, async () => {
  const market = await ask(listMarket, {});
  return market.slot !== null && Math.abs(market.time / 500 - market.slot) < 10 ? market : undefined;
});
console.log(`${passed()} s: prices run, slot ${slot}`);

const email = `${randomUUID()}@mail.example`;
await ask(sendCode, { email, purpose: 'register' });
const code = await until('mail', 30, async () => {
  const answer = await fetch(`${mail}/${email}`);
  return /^Subject: (\d{6}) /m.exec(await answer.text())?.[1];
});
await ask(register, { email, code, country: 'GB', password: 'a paper lantern', accept: true });
console.log(`${passed()} s: registered by mail`);

await ask(transfer, { id: randomUUID(), from: 'fund', to: 'contract', amount: '100' });
const { periods, slipKeys, minStake } = await ask(showRules, {});
const { quotes } = await ask(listMarket, {});
const { seconds, returnBp } = periods.toSorted((a, b) => a.seconds - b.seconds)[0]!;
const id = randomUUIDv7();
await ask(openContract, { id, symbol: quotes[0]!.symbol, direction: 'long', seconds, stake: minStake, returnBp });
console.log(`${passed()} s: a contract over ${seconds} s is open`);
const { outcome } = await until('result', seconds + 60, async () => {
  const { orders } = await ask(listOrders, { limit: 1 });
  return orders.find((one) => one.id === id && one.outcome !== null);
});
const { keys } = await ask(showTape, {});
const { checks } = await until('receipt', 30, async () => {
  const receipt = await ask(showReceipt, { id });
  const known = { tapeKeys: keys.map((key) => key.publicKey), slipKeys: slipKeys.map((key) => key.publicKey) };
  const checked = await checkReceipt(receipt, known);
  return checked.checks.some((check) => !check.ok) ? undefined : checked;
});
const { wallets } = await ask(getOverview, {});
console.log(`${passed()} s: ${outcome}; wallets ${wallets.map(({ wallet }) => wallet).join(' ')}`);
console.log(`try-site: outcome=${outcome} checks=${checks.length} faults=0 seconds=${passed()}`);
