import { register, sendCode } from '../protocol/src/session.ts';

/** A person at the api of a running server, as a browser would be one. */
export type HttpUser = {
  call: (path: string, body: object) => Promise<{ code: number; data: Record<string, unknown> }>;
};

export async function registerUser(api: string, ops: string, phone: string): Promise<HttpUser> {
  const jar = new Map([['XSRF-TOKEN', 'made-by-the-drill']]);
  const call: HttpUser['call'] = async (path, body) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { 'content-type': 'application/json', 'x-xsrf-token': 'made-by-the-drill', origin: api, cookie };
    const response = await fetch(`${api}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name && name !== 'XSRF-TOKEN') jar.set(name, value!);
    }
    return (await response.json()) as Awaited<ReturnType<HttpUser['call']>>;
  };
  await call(sendCode.path, { phone, purpose: 'register' });
  const texts = (await (await fetch(`${ops}/outbox`)).json()) as { phone: string; text: string }[];
  const code = texts.find((sms) => sms.phone === phone)?.text.match(/\d{6}/)?.[0];
  const person = {
    phone,
    code,
    country: 'CN',
    password: 'correct horse battery',
    tradePassword: '246810',
    accept: true,
  };
  const answer = await call(register.path, person);
  if (answer.code !== 200) throw new Error(`could not register: ${JSON.stringify(answer)}`);
  return { call };
}
