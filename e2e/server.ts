import type { Endpoint, Input, Output } from '@glasshouse/protocol/endpoint';

export const setting = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; start the stories with npm run e2e`);
  return value;
};
export const site = setting('E2E_URL');
const ops = setting('E2E_OPS');
const control = setting('E2E_CONTROL');

/** What an address answers with; anything but success fails the story. */
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

/** All stories come from one address; they must not use up each other's turns. */
export const forgetThrottles = (): Promise<void> => arrange('delete from throttle');

/** The code in the next mail to this address, taken from the real mail. */
export async function codeMailedTo(address: string): Promise<string> {
  const mail = await ask(`${control}/mail?to=${encodeURIComponent(address)}`);
  return /^Subject: (\d{6}) is your Glasshouse code/m.exec(mail)?.[1] ?? `no code in this mail:\n${mail}`;
}

/** The code in the newest text message to this phone. */
export async function codeTextedTo(phone: string): Promise<string> {
  const texts = JSON.parse(await ask(`${ops}/outbox`)) as { phone: string; text: string }[];
  return texts.find((text) => text.phone === phone)?.text.match(/\d{6}/)?.[0] ?? `no text message to ${phone}`;
}

export type Caller = <E extends Endpoint>(endpoint: E, body: Input<E>) => Promise<Output<E>>;

/** A browser of its own that makes calls without a page; `cookies` is what it has been given so far. */
export function newCaller(cookies: Map<string, string> = new Map()): Caller {
  cookies.set('XSRF-TOKEN', 'story');
  return async (endpoint, body) => {
    const response = await fetch(site + endpoint.path, {
      method: endpoint.method,
      headers: {
        'content-type': 'application/json',
        origin: site,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': 'story',
        think_lang: 'en-US',
      },
      ...(endpoint.method === 'POST' && { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name) cookies.set(name, value ?? '');
    }
    const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: never };
    if (code !== 200) throw new Error(`${endpoint.path} was refused with ${code}: ${msg}`);
    return data;
  };
}
