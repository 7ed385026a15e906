import type { UserInfo } from '@glasshouse/protocol/session/calls';
import { hash } from '@node-rs/argon2';
import { grantWelcome } from '#money/assets/assets.ts';
import { openAccount } from '#people/session/session.ts';
import { type Db, step } from '#platform/database/db.ts';
import type { Caller } from '#platform/http/http.ts';
import type { Jar } from './browser.ts';

export type AccountDetails = {
  username: string;
  phone: string;
  country: string;
  password: string;
  tradePassword: string | undefined;
};
type Registration = { now: Date; publish: Caller['publish']; device: string };

/** Creates an account and logs it in with this cookie jar. Its passwords are right but cheap to check. */
export async function insertAccount(
  db: Db,
  jar: Jar,
  registration: Registration,
  details: AccountDetails,
): Promise<UserInfo> {
  const { password, tradePassword, ...rest } = details;
  const hashes = {
    password_hash: await cheapHash(password),
    trade_password_hash: tradePassword === undefined ? '' : await cheapHash(tradePassword),
  };
  const account = { ...rest, ...hashes, email: null, invited_by: null };
  return step(db, (tx) => openAccount(tx, callerOf(jar, registration), account, grantWelcome));
}

/** Valid for its password, and a thousand times cheaper to make and check than a user's. */
const cheapHash = (text: string) => hash(text, { memoryCost: 8, timeCost: 1 });

const callerOf = (jar: Jar, { now, publish, device }: Registration): Omit<Caller, 'user'> => ({
  ...{ now, publish, locale: 'en-US', address: '127.0.0.1', device },
  cookie: { token: undefined, put: (token) => void jar.set('glasshouse_session', token), drop: () => {} },
  browser: { token: undefined, put: (token) => void jar.set('glasshouse_session_browser', token) },
  file: () => Promise.reject(new Error('no file was sent')),
});
