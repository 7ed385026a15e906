import type { Endpoint, Input, Output } from '@glasshouse/protocol/endpoint';
import type { UserInfo } from '@glasshouse/protocol/session/calls';
import { openBrowser } from '../scripts/browser.ts';
import { codeTexted, textOf } from '../scripts/outbox.ts';

export const setting = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; start the browser tests with npm run e2e`);
  return value;
};
export const site = setting('E2E_URL');
const ops = setting('E2E_OPS');
const control = setting('E2E_CONTROL');

/** Requests an address and returns the response text. Any failure fails the test. */
export async function ask(url: string, init?: RequestInit): Promise<string> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return text;
}

/** Runs statements as the owner of the tables. */
export const arrange = async (...statements: string[]): Promise<void> => {
  await ask(`${control}/arrange`, { method: 'POST', body: JSON.stringify(statements) });
};

type Opened = { info: UserInfo; cookies: [name: string, value: string][] };
/** Creates an account without registering through the product, and logs it in. */
export const insertAccount = async (account: object): Promise<Opened> =>
  JSON.parse(await ask(`${control}/account`, { method: 'POST', body: JSON.stringify(account) }));

/** All tests come from one address and must not use up each other's rate limits. */
export const forgetThrottles = (): Promise<void> => arrange('delete from throttle');

/** The text of the next mail to this address. */
export const mailTo = async (address: string): Promise<string> =>
  textOf(await ask(`${control}/mail?to=${encodeURIComponent(address)}`));

/** The subject of the next mail to this address. */
export async function subjectTo(address: string): Promise<string> {
  const mail = await ask(`${control}/mail?to=${encodeURIComponent(address)}`);
  return /^Subject: (.*)/m.exec(mail)?.[1] ?? '';
}

/** The code in the next mail to this address, read from the real mail. */
export async function codeMailedTo(address: string): Promise<string> {
  const subject = await subjectTo(address);
  const code = /^(\d{6}) is your Glasshouse code/.exec(subject)?.[1];
  if (!code) throw new Error(`no code in the mail "${subject}"`);
  return code;
}

/** The code in the next text message to this phone, which arrives a moment after the request. */
export const codeTextedTo = async (phone: string, within?: number): Promise<string> =>
  (await codeTexted(ops, phone, within)) ?? `no text message to ${phone}`;

export type Caller = <E extends Endpoint>(endpoint: E, body: Input<E>) => Promise<Output<E>>;

/** Makes calls without a page, with the cookies a browser has received so far. A refusal fails the test. */
export function newCaller(cookies?: Map<string, string>, url = site): Caller {
  const { call } = openBrowser(url, cookies);
  return async (endpoint, body) => {
    const { code, msg, data } = await call(endpoint, body as never);
    if (code !== 200) throw new Error(`${endpoint.path} was refused with ${code}: ${msg}`);
    return data as never;
  };
}
