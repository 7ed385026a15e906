import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { getOverview, transfer } from '../protocol/src/assets/calls.ts';
import { listOrders, openContract, showReceipt, showRules } from '../protocol/src/contracts/calls.ts';
import { listMarket, showTape } from '../protocol/src/market/calls.ts';
import { checkReceipt } from '../protocol/src/orders/receipt.ts';
import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { openVisitor, until } from './visitor.ts';

const { positionals } = readArguments({
  usage: 'npm run try-site -- URL MAIL',
  about: `Tries a running site as a new user: registers with the code from the mail, trades, waits for the result, and recomputes the receipt.
MAIL is the address at which scripts/mail-sink.ts shows the mails of the site.`,
  takes: [2, 2],
});
const [url, mail] = positionals;
const { ask, registerByMail } = openVisitor(url!, mail!);

const began = performance.now();
const passed = () => ((performance.now() - began) / 1000).toFixed(1);
const { slot } = await until('prices', 180, async () => {
  const market = await ask(listMarket, {});
  return market.slot !== null && Math.abs(market.time / 500 - market.slot) < 10 ? market : undefined;
});
console.log(`${passed()} s: prices run, slot ${slot}`);

await registerByMail();
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
