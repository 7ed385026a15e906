import { editPassword, login, register, sendCode } from '../protocol/src/session/calls.ts';
import { openBrowser } from './browser.ts';
import { codeTexted } from './outbox.ts';

// Would be refused today as too easy to guess, but older databases use it.
const oldPassword = 'glasshouse demo';
const demo = { account: 'demo', password: 'practice with paper', phone: '+8613800000000' };

/** Creates the demo account through the API, once. */
export async function registerDemo(url: string, ops: string): Promise<typeof demo> {
  const { call } = openBrowser(url);
  const { account, password, phone } = demo;
  if ((await call(login, { account, password })).code === 200) return demo;
  if ((await call(login, { account, password: oldPassword })).code === 200) {
    await call(editPassword, { oldPassword, password });
    return demo;
  }
  await call(sendCode, { phone, purpose: 'register' });
  const code = await codeTexted(ops, phone);
  const registered = await call(register, {
    phone,
    code: code ?? 'no text message came',
    username: account,
    password,
    country: 'US',
    tradePassword: '271828',
    accept: true,
  });
  if (registered.code !== 200) throw new Error(`the demo account could not be made: ${registered.msg}`);
  return demo;
}
