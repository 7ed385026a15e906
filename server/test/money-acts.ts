import { transfer } from '@glasshouse/protocol/assets/calls';
import * as deposits from '@glasshouse/protocol/deposits/calls';
import type { Endpoint } from '@glasshouse/protocol/endpoint';
import { formatUsdt } from '@glasshouse/protocol/money';
import { makeAddress } from '@glasshouse/protocol/movements/addresses';
import * as review from '@glasshouse/protocol/review/office';
import * as session from '@glasshouse/protocol/session/calls';
import * as transfers from '@glasshouse/protocol/transfers/calls';
import * as vip from '@glasshouse/protocol/vip/calls';
import * as wealth from '@glasshouse/protocol/wealth/calls';
import type { Terms } from '@glasshouse/protocol/wealth/terms';
import * as withdrawals from '@glasshouse/protocol/withdrawals/calls';
import * as office from '@glasshouse/protocol/withdrawals/office';
import { sql } from 'kysely';
import type { z } from 'zod';
import { returnDeposits } from '#money/vip/vip.ts';
import { payWithdrawals } from '#money/withdrawals/paying.ts';
import { newId } from '#platform/database/ids.ts';
import { payProducts } from '#trading/wealth/jobs.ts';
import { asAdmin } from '../database/prepare.ts';
import { rules } from './money-model.ts';
import type { openOffice } from './office.ts';
import { type Browser, password, type World } from './world.ts';

type Office = Awaited<ReturnType<typeof openOffice>>;
type Staff = Awaited<ReturnType<Office['staff']>>;
type Colleague = Staff['reviewer'];
export type Somebody = Browser & { number: bigint; id: string; phone: string };
/** The product, as the model's people and operators use it. */
export type Real = {
  world: World;
  office: Office;
  colleagues: { first: Colleague; second: Colleague; support: Colleague };
  people: Somebody[];
  /** The products with their terms, for the model. */
  offered: { product: number; terms: Terms }[];
};

const tradePassword = '246810';
const outside = async (world: World) => {
  const killing = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = '${world.database}' and usename in ('glasshouse_app', 'glasshouse_office')`;
  await asAdmin(killing);
};

/** Whether database connections are cut during an act. */
export type Weather = { cut: boolean };
/**
 * Sends a call, and repeats it if the connection is cut until it is answered. Logs in again if the session has ended.
 */
async function answered<E extends Endpoint>(
  { world }: Real,
  browser: Browser,
  endpoint: E,
  body: z.input<E['input']>,
  { cut }: Weather,
  logIn: () => Promise<unknown>,
) {
  const storm = cut ? outside(world) : undefined;
  for (let tries = 0; tries < 20; tries++) {
    const answer = await browser.call(endpoint, body);
    if (answer.code === 401) await logIn();
    else if (answer.code < 500) {
      await storm;
      return answer;
    }
  }
  throw new Error(`${endpoint.path} was never answered`);
}

const asked = <E extends Endpoint>(
  real: Real,
  who: Somebody,
  endpoint: E,
  body: z.input<E['input']>,
  weather: Weather = { cut: false },
) => answered(real, who, endpoint, body, weather, () => who.call(session.login, { account: who.phone, password }));

/** The refusal in an answer; undefined if it was done. */
const reasonOf = ({ code, data }: { code: number; data: { reason?: string } }): string | undefined =>
  code === 200 ? undefined : (data.reason ?? String(code));

/** The acts of users, by the calls of the app. */
export const users = {
  card: async (real: Real, who: Somebody, id: string, amount: bigint, weather: Weather) =>
    reasonOf(
      await asked(
        real,
        who,
        deposits.topUpByCard,
        { id, amount: formatUsdt(amount), card: { brand: 'Visa', lastFour: '4242' } },
        weather,
      ),
    ),
  submit: async (real: Real, who: Somebody, id: string, amount: bigint, weather: Weather) => {
    const receipt = await receiptOf(real, who, amount);
    const body = { id, network: 'TRC20', amount: formatUsdt(amount), receipt } as const;
    return reasonOf(await asked(real, who, deposits.submitDeposit, body, weather));
  },
  submitAgain: async (real: Real, who: Somebody, id: string, amount: bigint, weather: Weather) => {
    const receipt = await receiptOf(real, who, amount);
    return reasonOf(await asked(real, who, deposits.submitDepositAgain, { id, receipt }, weather));
  },
  withdraw: async (real: Real, who: Somebody, id: string, amount: bigint, weather: Weather) =>
    reasonOf(
      await asked(
        real,
        who,
        withdrawals.startWithdrawal,
        {
          ...{ id, fee: '1.00', tradePassword, to: 'address', network: 'TRC20', amount: formatUsdt(amount) },
          address: makeAddress('TRC20', new Uint8Array(16)),
        } as never,
        weather,
      ),
    ),
  cancel: async (real: Real, who: Somebody, id: string, weather: Weather) =>
    reasonOf(await asked(real, who, withdrawals.cancelWithdrawal, { id }, weather)),
  send: async (real: Real, who: Somebody, to: Somebody, id: string, amount: bigint, weather: Weather) => {
    const found = await asked(real, who, transfers.findPayee, { account: to.phone });
    if (found.code !== 200) return reasonOf(found);
    const { token } = found.data;
    const body = { id, token, amount: formatUsdt(amount), tradePassword };
    return reasonOf(await asked(real, who, transfers.sendToMember, body, weather));
  },
  upgrade: async (real: Real, who: Somebody, id: string, level: number, weather: Weather) => {
    const body = { id, level, deposit: formatUsdt(rules.deposits[level]!), tradePassword };
    return reasonOf(await asked(real, who, vip.upgradeVip, body, weather));
  },
  move: async (real: Real, who: Somebody, id: string, amount: bigint, weather: Weather) => {
    const body = { id, from: 'fund', to: 'financial', amount: formatUsdt(amount) } as const;
    return reasonOf(await asked(real, who, transfer, body, weather));
  },
  buy: async (real: Real, who: Somebody, id: string, product: number, units: number, weather: Weather) => {
    const body = { id, product, version: 1, units, tradePassword };
    return reasonOf(await asked(real, who, wealth.buyProduct, body, weather));
  },
  endPledge: async (real: Real, who: Somebody, id: string, weather: Weather) =>
    reasonOf(await asked(real, who, wealth.endPledge, { id }, weather)),
  askRefund: async (real: Real, who: Somebody, id: string, weather: Weather) =>
    reasonOf(await asked(real, who, vip.askVipRefund, { id }, weather)),
};

/** A receipt of this amount, as if it was drawn and uploaded: pictures have their own tests. */
async function receiptOf({ world }: Real, who: Somebody, amount: bigint): Promise<string> {
  const id = newId();
  await sql`insert into file (id, person, purpose, part, name, wrapped_key, key_id, bytes, width, height, sha256, created_at, expires_at)
    values (${id}, ${who.id}, 'specimen', ${`receipt-trc20-${amount}`}, ${`${id}-${'x'.repeat(40)}`}, ${Buffer.alloc(60)}, 'k', 1, 1, 1,
      ${Buffer.alloc(32)}, ${world.clock()}, ${new Date(world.clock().getTime() + 3_600_000)})`.execute(world.owner);
  return id;
}

/** An operator's call. Logs in again if the session has ended. */
async function operator<E extends Endpoint>(
  real: Real,
  who: keyof Real['colleagues'],
  endpoint: E,
  body: z.input<E['input']>,
  weather: Weather = { cut: false },
) {
  const logIn = async () => {
    const { person } = real.colleagues[who];
    const { jar } = await real.office.logIn(person);
    for (const [name, value] of jar) real.colleagues[who].jar.set(name, value);
  };
  return answered(real, real.colleagues[who], endpoint, body, weather, logIn);
}

/** Takes a case and decides it. After a cut connection, the state of the case counts. */
async function decide(
  real: Real,
  who: keyof Real['colleagues'],
  id: string,
  approve: boolean,
  weather: Weather,
): Promise<string | undefined> {
  const taken = await operator(real, who, review.claimReviewCase, { id });
  if (taken.code !== 200) return reasonOf(taken);
  const { data } = await operator(real, who, review.showReviewCase, { id });
  const verdict = approve ? ('approve' as const) : ('reject' as const);
  const body = { id, decision: verdict, checks: data.checks, reason: approve ? null : 'It does not fit' };
  const answer = await operator(real, who, review.decideReviewCase, body, weather);
  if (answer.code === 200) return answer.data.waiting ? 'waiting' : undefined;
  const { rows } = await sql<{ decision: string | null; first: string | null }>`
    select decision, first_by_name as first from review_case left join withdrawal on case_id = review_case.id
    where review_case.id = ${id}`.execute(real.world.owner);
  if (weather.cut && rows[0]!.decision === verdict) return undefined;
  if (weather.cut && rows[0]!.first !== null && rows[0]!.decision === null) return 'waiting';
  return reasonOf(answer);
}

const caseOf = async ({ world }: Real, table: 'withdrawal' | 'top_up_case', owner: bigint, id: string) => {
  const { rows } =
    table === 'withdrawal'
      ? await sql<{ id: string }>`select case_id as id from withdrawal where owner = ${owner} and id = ${id}`.execute(
          world.owner,
        )
      : await sql<{ id: string }>`
          select id from top_up_case where owner = ${owner} and movement = ${id} order by attempt desc limit 1`.execute(
          world.owner,
        );
  return rows[0]!.id;
};

/** The acts of operators, by the calls of the console. */
export const operators = {
  topUp: async (real: Real, owner: bigint, id: string, approve: boolean, second: boolean, weather: Weather) =>
    decide(real, second ? 'second' : 'first', await caseOf(real, 'top_up_case', owner, id), approve, weather),
  withdrawal: async (real: Real, owner: bigint, id: string, approve: boolean, second: boolean, weather: Weather) =>
    decide(real, second ? 'second' : 'first', await caseOf(real, 'withdrawal', owner, id), approve, weather),
  refund: (real: Real, id: string, approve: boolean, weather: Weather) => decide(real, 'support', id, approve, weather),
  act: async (real: Real, what: 'freeze' | 'unfreeze' | 'return', owner: bigint, id: string) => {
    const endpoint = {
      freeze: office.freezeWithdrawal,
      unfreeze: office.unfreezeWithdrawal,
      return: office.returnWithdrawal,
    }[what];
    if (what === 'return') {
      // Needs a code from the last minutes.
      const { jar } = await real.office.logIn(real.colleagues.first.person);
      for (const [name, value] of jar) real.colleagues.first.jar.set(name, value);
    }
    return reasonOf(await operator(real, 'first', endpoint, { number: String(owner), id, reason: 'Looked into' }));
  },
};

/** The jobs of the worker. If they are cut off in the middle, they do the rest the next time. */
export async function workOn({ world }: Real, { cut }: Weather): Promise<void> {
  const storm = cut ? outside(world) : undefined;
  for (let tries = 0; tries < 10; tries++) {
    try {
      await payWithdrawals(world.db, world.bus, world.clock());
      await returnDeposits(world.db, world.bus, world.clock());
      await payProducts(world.db, world.bus, world.clock);
      await storm;
      return;
    } catch {
      // The connection was cut: the job is retried, as the worker does.
    }
  }
  throw new Error('the jobs were never done');
}
