import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { transfer } from '../protocol/src/assets/calls.ts';
import { openContract, showRules } from '../protocol/src/contracts/calls.ts';
import { listMarket } from '../protocol/src/market/calls.ts';
import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { openVisitor } from './visitor.ts';

const { positionals } = readArguments({
  usage: 'node scripts/site-traders.ts URL MAIL MINUTES',
  about: 'Twenty visitors register at a running site, and each opens a contract every second and a half.',
  takes: [3, 3],
});
const [url, mail, minutes] = positionals;
const traders = 20;
const pause = 1500;
const end = performance.now() + Number(minutes) * 60_000;
let opened = 0;
const refused = new Map<string, number>();

async function trade(at: number): Promise<void> {
  const { ask, call, registerByMail } = openVisitor(url!, mail!);
  await registerByMail();
  await ask(transfer, { id: randomUUID(), from: 'fund', to: 'contract', amount: '5000' });
  const { periods, minStake } = await ask(showRules, {});
  const { seconds, returnBp } = periods.toSorted((a, b) => a.seconds - b.seconds)[0]!;
  const { quotes } = await ask(listMarket, {});
  const { symbol } = quotes[at % quotes.length]!;
  for (let turn = 0; performance.now() < end; turn++, await wait(pause)) {
    const direction = turn % 2 ? 'long' : 'short';
    const order = { id: randomUUIDv7(), symbol, direction, seconds, returnBp, stake: minStake } as const;
    const { code, msg } = await call(openContract, order).catch((error) => ({ code: 0, msg: String(error) }));
    if (code === 200) opened++;
    else refused.set(`${code} ${msg}`, (refused.get(`${code} ${msg}`) ?? 0) + 1);
  }
}

const begun: Promise<void>[] = [];
for (let at = 0; at < traders; at++) {
  begun.push(trade(at));
  await wait(500);
}
await Promise.all(begun);
for (const [why, times] of refused) console.log(`${times} refused: ${why}`);
console.log(`site-traders: opened=${opened} refused=${[...refused.values()].reduce((sum, times) => sum + times, 0)}`);
