import { upgradeVip } from '@glasshouse/protocol/vip/calls';
import type { Account } from './people.ts';
import { newCaller } from './server.ts';

const deposits = ['0', '100', '500', '2000', '5000', '10000'];

/** Gives an account a level through the API. */
export async function raise({ cookies }: Pick<Account, 'cookies'>, level: number): Promise<void> {
  const deposit = deposits[level]!;
  const body = { id: crypto.randomUUID(), level, deposit, tradePassword: '123456' };
  await newCaller(cookies)(upgradeVip, body as never);
}
