import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Endpoint } from '../protocol/src/endpoint.ts';
import { register, sendCode } from '../protocol/src/session/calls.ts';
import { openBrowser } from './browser.ts';

/** Repeats a call until it returns a result, because a site that was just started needs a moment. */
export async function until<T>(what: string, seconds: number, look: () => Promise<T | undefined>): Promise<T> {
  let why: unknown;
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await wait(500)) {
    try {
      const found = await look();
      if (found !== undefined) return found;
    } catch (error) {
      why = error;
    }
  }
  throw new Error(`no ${what} within ${seconds} s`, { cause: why });
}

/** A visitor of a running site. `mail` is the address where `scripts/mail-sink.ts` lists sent mail. */
export function openVisitor(url: string, mail: string) {
  const { call } = openBrowser(url);
  type Body<E extends Endpoint> = Parameters<typeof call<E>>[1];
  type Answer<E extends Endpoint> = Awaited<ReturnType<typeof call<E>>>['data'];
  async function ask<E extends Endpoint>(endpoint: E, body: Body<E>): Promise<Answer<E>> {
    const { code, msg, data } = await call(endpoint, body);
    if (code !== 200) throw new Error(`${endpoint.path}: ${code} ${msg}`);
    return data;
  }
  async function registerByMail(): Promise<void> {
    const email = `${randomUUID()}@mail.example`;
    await ask(sendCode, { email, purpose: 'register' });
    const code = await until('mail', 30, async () => {
      const answer = await fetch(`${mail}/${email}`);
      return /^Subject: (\d{6}) /m.exec(await answer.text())?.[1];
    });
    await ask(register, { email, code, country: 'GB', password: 'a paper lantern', accept: true });
  }
  return { call, ask, registerByMail };
}
