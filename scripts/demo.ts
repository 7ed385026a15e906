import { login, register, sendCode } from '../protocol/src/session.ts';

const demo = { account: 'demo', password: 'glasshouse demo', phone: '+8613800000000' };

/** Makes the demo account through the calls themselves, once. */
export async function registerDemo(url: string, ops: string): Promise<typeof demo> {
  const call = async (path: string, body: object) => {
    const headers = {
      'content-type': 'application/json',
      origin: url,
      cookie: 'XSRF-TOKEN=demo',
      'x-xsrf-token': 'demo',
      think_lang: 'en-US',
    };
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as { code: number; msg: string };
  };
  const { account, password, phone } = demo;
  if ((await call(login.path, { account, password })).code === 200) return demo;
  await call(sendCode.path, { phone, purpose: 'register' });
  const texts = (await (await fetch(`${ops}/outbox`)).json()) as { phone: string; text: string }[];
  const code = texts.find((text) => text.phone === phone)?.text.match(/\d{6}/)?.[0] ?? '';
  const registered = await call(register.path, {
    phone,
    code,
    username: account,
    password,
    country: 'US',
    tradePassword: '123456',
    accept: true,
  });
  if (registered.code !== 200) throw new Error(`the demo account could not be made: ${registered.msg}`);
  return demo;
}
