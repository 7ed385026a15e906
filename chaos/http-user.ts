import { register, sendCode } from '../protocol/src/session/calls.ts';
import { openBrowser } from '../scripts/browser.ts';
import { codeTexted } from '../scripts/outbox.ts';

/** A user who registered through the API, with separate cookies. Any process in `ops` can show the text messages. */
export async function registerUser(api: string, ops: string | string[], phone: string) {
  const user = openBrowser(api);
  await user.call(sendCode, { phone, purpose: 'register' });
  let code: string | undefined;
  for (const each of [ops].flat()) code ??= await codeTexted(each, phone).catch(() => undefined);
  const person = {
    phone,
    code: code ?? 'no text message came',
    country: 'CN',
    password: 'correct horse battery',
    tradePassword: '246810',
    accept: true as const,
  };
  const answer = await user.call(register, person);
  if (answer.code !== 200) throw new Error(`could not register: ${JSON.stringify(answer)}`);
  return user;
}
