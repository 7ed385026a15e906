import { setTimeout as wait } from 'node:timers/promises';

export { textOf } from '../server/test/mailbox.ts';

type Text = { phone: string; text: string; at: string };
const given = new Map<string, string>();

/** A lock alert has no code, and may arrive in between. */
const isAlarm = (text: string): boolean => text.includes('/lock#');

/** The code in the next text message to a phone, which arrives a moment after the request. Undefined if none arrives. */
export async function codeTexted(ops: string, phone: string, within = 10_000): Promise<string | undefined> {
  for (let waited = 0; ; waited += 50) {
    const texts = (await (await fetch(`${ops}/outbox`)).json()) as Text[];
    const next = texts.find(
      (text) => text.phone === phone && !isAlarm(text.text) && text.at > (given.get(phone) ?? ''),
    );
    if (next) {
      given.set(phone, next.at);
      return /\d{6,14}/.exec(next.text)?.[0];
    }
    if (waited >= within) return undefined;
    await wait(50);
  }
}
