import { setTimeout as pause } from 'node:timers/promises';
import * as deposits from '../protocol/src/deposits/calls.ts';
import type { Endpoint } from '../protocol/src/endpoint.ts';
import { makeAddress } from '../protocol/src/movements/addresses.ts';
import * as review from '../protocol/src/review/office.ts';
import * as transfers from '../protocol/src/transfers/calls.ts';
import * as vip from '../protocol/src/vip/calls.ts';
import * as withdrawals from '../protocol/src/withdrawals/calls.ts';
import { newId } from '../server/src/platform/database/ids.ts';
import type { Call } from '../server/test/browser.ts';
import { pick, type Random } from './random.ts';

/** The confirmed result of a movement: whether it began, was refused, or how it continued. */
type Promised = { what: 'begun' | 'refused' | 'cancelled' | 'approved' | 'rejected'; flow: string };
export type Promises = Map<string, Promised>;
export type Person = { call: Call; phone: string; receipts: string[] };

const tradePassword = '246810';
const address = makeAddress('TRC20', new Uint8Array(16));
type Stopped = () => boolean;

/** Retries until there is a response. Refusals are responses, faults and timeouts are not. */
async function answerTo<E extends Endpoint>(call: Call, endpoint: E, body: never, stopped: Stopped) {
  while (!stopped()) {
    const answer = await call(endpoint, body).catch(() => undefined);
    if (answer && answer.code < 429) return answer;
    await pause(answer?.code === 429 ? 500 : 40);
  }
  return undefined;
}

/** One user's actions in sequence. Each has an id that is kept until there is a response. */
export async function tap(
  me: Person,
  others: readonly Pick<Person, 'phone'>[],
  random: Random,
  promises: Promises,
  stopped: Stopped,
) {
  const begin = async <E extends Endpoint>(flow: string, endpoint: E, id: string, body: object) => {
    const answer = await answerTo(me.call, endpoint, { id, ...body } as never, stopped);
    if (!answer) return false;
    promises.set(id, { what: answer.code === 200 ? 'begun' : 'refused', flow });
    return answer.code === 200;
  };
  const amount = () => String(10 + Math.floor(random() * 60));
  while (!stopped()) {
    const id = newId();
    const what = pick(random, [
      'card',
      'receipt',
      'withdraw',
      'withdraw',
      'cancel',
      'send',
      'send',
      'upgrade',
    ] as const);
    if (what === 'card') {
      const card = { brand: 'Visa', lastFour: '4242' };
      await begin('recharge', deposits.topUpByCard, id, { amount: amount(), card });
    } else if (what === 'receipt') {
      const receipt = me.receipts.pop();
      if (receipt) await begin('recharge', deposits.submitDeposit, id, { network: 'TRC20', amount: '100', receipt });
    } else if (what === 'withdraw' || what === 'cancel') {
      const body = { fee: '1.00', tradePassword, to: 'address', network: 'TRC20', address, amount: amount() };
      const begun = await begin('withdraw', withdrawals.startWithdrawal, id, body);
      if (!begun || what === 'withdraw') continue;
      const answer = await answerTo(me.call, withdrawals.cancelWithdrawal, { id } as never, stopped);
      if (answer?.code === 200) promises.set(id, { what: 'cancelled', flow: 'withdraw' });
    } else if (what === 'send') {
      const found = await answerTo(
        me.call,
        transfers.findPayee,
        { account: pick(random, others).phone } as never,
        stopped,
      );
      if (found?.code === 200)
        await begin('transfer', transfers.sendToMember, id, {
          token: (found.data as { token: string }).token,
          amount: String(1 + Math.floor(random() * 5)),
          tradePassword,
        });
    } else {
      const level = pick(random, [2, 3] as const);
      await begin('upgrade', vip.upgradeVip, id, { level, deposit: level === 2 ? '500' : '2000', tradePassword });
    }
  }
}

/** A reviewer who decides all pending cases and approves four in five. */
export async function decideAll(call: Call, kind: string, random: Random, promises: Promises, stopped: Stopped) {
  while (!stopped()) {
    const waiting = await answerTo(call, review.listReviewCases, { kind, limit: 5 } as never, stopped);
    const list = (waiting?.code === 200 ? (waiting.data as { list: { id: string }[] }).list : []).slice(0, 3);
    for (const { id } of list) {
      const taken = await answerTo(call, review.claimReviewCase, { id } as never, stopped);
      if (taken?.code !== 200) continue;
      const shown = await answerTo(call, review.showReviewCase, { id } as never, stopped);
      if (shown?.code !== 200) continue;
      const approve = random() < 0.8;
      const { checks } = shown.data as { checks: string[] };
      const body = { id, decision: approve ? 'approve' : 'reject', checks, reason: approve ? null : 'It does not fit' };
      const answer = await answerTo(call, review.decideReviewCase, body as never, stopped);
      if (answer?.code === 200) promises.set(id, { what: approve ? 'approved' : 'rejected', flow: kind });
    }
    if (list.length === 0) await pause(200);
  }
}
