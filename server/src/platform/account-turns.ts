import type { Endpoint } from '@glasshouse/protocol/endpoint';
import { network } from './addresses.ts';
import { days, plus } from './clock.ts';
import type { Tx } from './db.ts';
import type { Caller } from './http.ts';
import { newToken } from './ids.ts';
import { limitPer } from './limits.ts';
import { forgetTurns, hashed, takeTurn } from './throttle.ts';

// Typing an account's name does not make somebody its owner: they must be able neither to guess for long nor to lock the owner out. So tries
// are counted per account and network, and per account altogether. A browser in which the owner has logged in before is known by a
// cookie and counted by itself, whatever strangers do. See docs/adr/0056-ways-in.md.
const knownFor = days(90);
const mostBrowsers = 20;

/** Tries at one account: what is tried, which account, and the limits that are declared for it. */
export type Tries = { what: string; account: string; limits: Pick<Endpoint, 'limit'> };
type Trying = Pick<Caller, 'now' | 'address' | 'browser'>;

const keysOf = ({ what, account }: Tries, { address, browser }: Trying) => ({
  account: `${what} ${account}`,
  fromHere: `${what} ${account} from ${network(address)}`,
  byBrowser: `${what} ${account} by ${browser.token}`,
});

/** Takes one turn. Returns 0, or the seconds until there is one. */
export async function takeAccountTurn(tx: Tx, tries: Tries, trying: Trying): Promise<number> {
  const { now } = trying;
  const keys = keysOf(tries, trying);
  if (await isKnown(tx, tries.account, trying))
    return takeTurn(tx, now, keys.byBrowser, limitPer(tries.limits, 'account and browser'));
  const wait = await takeTurn(tx, now, keys.fromHere, limitPer(tries.limits, 'account and address'));
  return wait || takeTurn(tx, now, keys.account, limitPer(tries.limits, 'account'));
}

/** The owner has logged in: the count for this place starts over. What strangers tried elsewhere stays counted. */
export async function forgetAccountTurns(tx: Tx, tries: Tries, trying: Trying): Promise<void> {
  const { fromHere, byBrowser } = keysOf(tries, trying);
  await forgetTurns(tx, fromHere, byBrowser);
}

/** Whether the owner of the account has come in by this browser before. */
export async function isKnown(tx: Tx, account: string, { now, browser }: Omit<Trying, 'address'>): Promise<boolean> {
  const row = await tx
    .selectFrom('known_browser')
    .select('until')
    .where('account', '=', hashed(account))
    .where('browser', '=', hashed(browser.token ?? ''))
    .where('until', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Remembers this browser as one of the account owner's. Each account keeps only its newest ones. */
export async function rememberBrowser(tx: Tx, account: string, { now, browser }: Omit<Trying, 'address'>) {
  const token = browser.token ?? newToken();
  const until = plus(now, knownFor);
  const row = { account: hashed(account), browser: hashed(token), until };
  await tx
    .insertInto('known_browser')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account', 'browser']).doUpdateSet({ until }))
    .execute();
  await tx
    .deleteFrom('known_browser')
    .where('account', '=', row.account)
    .where('browser', 'in', (older) =>
      older
        .selectFrom('known_browser')
        .select('browser')
        .where('account', '=', row.account)
        .orderBy('until', 'desc')
        .orderBy('browser')
        .offset(mostBrowsers)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
  browser.put(token, until);
}

/** From now on no browser is one of the account owner's. */
export const forgetBrowsers = (tx: Tx, account: string) =>
  tx.deleteFrom('known_browser').where('account', '=', hashed(account)).execute();

export const dropForgottenBrowsers = (tx: Tx, now: Date) =>
  tx.deleteFrom('known_browser').where('until', '<=', now).execute();
