import { randomInt } from 'node:crypto';
import type { UserInfo } from '@glasshouse/protocol/session/calls';
import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { arrange, codeMailedTo, forgetThrottles, insertAccount, site } from './server.ts';

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

/** A new account, logged in, with passwords that are cheap to check. Tests of registration use the form. */
export async function openAccount(username = newName()): Promise<Account> {
  const account = { username, phone: newPhone(), password: 'a paper lantern' };
  const opened = await insertAccount({ ...account, country: 'GB', tradePassword: '123456' });
  return { ...account, info: opened.info, cookies: new Map(opened.cookies) };
}

/** Gives an account an email address, as if it had been bound long ago. */
export async function withEmail({ info }: Account): Promise<string> {
  const email = newEmail();
  await arrange(`update person set email = '${email}' where id = '${info.id}'`);
  return email;
}

/** Registers by the form, as a new visitor does. */
export async function registerByHand(page: Page): Promise<void> {
  const contact = newEmail();
  const press = (name: string) => page.getByRole('button', { name }).click();
  await forgetThrottles();
  await page.goto('/register');
  await page.getByLabel('Email or phone', { exact: true }).fill(contact);
  await press('Send code');
  await page.getByText('a code is on its way').waitFor();
  await page.getByLabel('Verification code').fill(await codeMailedTo(contact));
  await page.getByLabel('Login password', { exact: true }).fill('a paper lantern');
  await page.getByLabel('I understand this is simulated').check();
  await press('Create account');
  await page.waitForURL('/home');
}

const cookiesOf = ({ cookies }: Account, url: string) =>
  [...cookies].map(([name, value]) => ({
    name,
    value,
    domain: new URL(url).hostname,
    path: '/',
    expires: -1,
    httpOnly: name !== 'XSRF-TOKEN',
    secure: false,
    sameSite: 'Lax' as const,
  }));
const sessionOf = ({ info }: Account) => ({
  name: 'session',
  value: JSON.stringify({ state: { loggedIn: true, info }, version: 1 }),
});

/** The browser context options with which this account is logged in. */
export const browserOf = (account: Account, url = site): BrowserContextOptions => ({
  baseURL: url,
  storageState: {
    cookies: cookiesOf(account, url),
    origins: [{ origin: url, localStorage: [sessionOf(account)] }],
  },
});

/** Logs an account in before the first page of a context. The script acts once, because it removes its cookie. */
export async function logInWith(context: BrowserContext, account: Account): Promise<void> {
  await context.addCookies([...cookiesOf(account, site), { name: 'log-in', value: 'pending', url: site }]);
  await context.addInitScript(({ name, value }) => {
    if (location.protocol === 'about:' || !document.cookie.includes('log-in=pending')) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is asynchronous
    document.cookie = 'log-in=; path=/; max-age=0';
    localStorage.setItem(name, value);
  }, sessionOf(account));
}

/** Logs an account in where a visitor was; takes effect with the next page. */
export async function logInOn(page: Page, account: Account): Promise<void> {
  await page.context().addCookies(cookiesOf(account, site));
  await page.evaluate(({ name, value }) => localStorage.setItem(name, value), sessionOf(account));
}
