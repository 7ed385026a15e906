import { randomInt } from 'node:crypto';
import { register, sendCode, type UserInfo } from '@glasshouse/protocol/session';
import type { BrowserContextOptions } from '@playwright/test';
import { type Caller, codeTextedTo, forgetThrottles, newCaller, site } from './server.ts';

export const newPhone = (): string => `+4477${randomInt(10_000_000, 99_999_999)}`;
export const newName = (): string => `story${randomInt(1_000_000_000).toString(36)}`;
export const newEmail = (): string => `${newName()}@mail.example`;

export type Account = {
  info: UserInfo;
  username: string;
  phone: string;
  password: string;
  cookies: Map<string, string>;
};

/** Opens an account through the calls themselves; the stories about the form do it by hand. */
export async function openAccount(username = newName()): Promise<Account> {
  const cookies = new Map<string, string>();
  const call: Caller = newCaller(cookies);
  const account = { username, phone: newPhone(), password: 'a glass house' };
  await forgetThrottles();
  await call(sendCode, { phone: account.phone, purpose: 'register' });
  const code = await codeTextedTo(account.phone);
  const info = await call(register, { ...account, code, country: 'GB', tradePassword: '123456', accept: true });
  return { ...account, info, cookies };
}

/** What a browser holds in which this account is logged in. */
export const browserOf = ({ info, cookies }: Account): BrowserContextOptions => ({
  storageState: {
    cookies: [...cookies].map(([name, value]) => ({
      name,
      value,
      domain: new URL(site).hostname,
      path: '/',
      expires: -1,
      httpOnly: name !== 'XSRF-TOKEN',
      secure: false,
      sameSite: 'Lax',
    })),
    origins: [
      {
        origin: site,
        localStorage: [{ name: 'session', value: JSON.stringify({ state: { loggedIn: true, info }, version: 1 }) }],
      },
    ],
  },
});
