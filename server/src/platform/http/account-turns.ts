import type { Endpoint } from '@glasshouse/protocol/endpoint';
import type { Tx } from '../database/db.ts';
import { newToken } from '../database/ids.ts';
import { days, plus } from '../runtime/clock.ts';
import { network } from './addresses.ts';
import type { Caller } from './http.ts';
import { limitPer } from './limits.ts';
import { forgetTurns, hashed, takeTurn } from './throttle.ts';

// Anyone can type an account's name. They must be able neither to guess passwords for long nor to lock the owner out.
// So attempts are counted per account and network, and per account in total. A browser in which the owner has logged in
// before is recognized by a cookie and counted separately, whatever strangers do. So is a network that the owner has
// used, if the attempts say so. See docs/adr/0056-count-log-in-attempts-per-account.md.
const knownFor = { browser: days(90), network: days(30) };
const maxKnown = 20;

/**
 * Attempts at one account: what is attempted, on which account, and the limits that are declared for it.
 * `knowsNetworks` gives the owner's networks separate attempts; don't set it where each additional network would allow
 * too many guesses.
 */
export type Tries = { what: string; account: string; limits: Pick<Endpoint, 'limit'>; knowsNetworks?: boolean };
type Trying = Pick<Caller, 'now' | 'address' | 'browser'>;

const keysOf = ({ what, account }: Tries, { address, browser }: Trying) => ({
  account: `${what} ${account}`,
  fromHere: `${what} ${account} from ${network(address)}`,
  byBrowser: `${what} ${account} by ${browser.token}`,
});

/** Uses up one attempt. Returns 0, or the seconds until the next is allowed. */
export async function takeAccountTurn(tx: Tx, tries: Tries, trying: Trying): Promise<number> {
  const { now } = trying;
  const keys = keysOf(tries, trying);
  if (await isKnown(tx, tries.account, trying))
    return takeTurn(tx, now, keys.byBrowser, limitPer(tries.limits, 'account and browser'));
  const wait = await takeTurn(tx, now, keys.fromHere, limitPer(tries.limits, 'account and address'));
  if (wait > 0) return wait;
  const isOwners = tries.knowsNetworks && (await isRemembered(tx, networksOf(tries.account), networkOf(trying), now));
  // Used up in any case, so that timing doesn't reveal whether the owner uses this network.
  const seconds = await takeTurn(tx, now, keys.account, limitPer(tries.limits, 'account'));
  return isOwners ? 0 : seconds;
}

/**
 * The owner has logged in: the count for this browser and network starts over. Attempts from elsewhere stay counted.
 */
export async function forgetAccountTurns(tx: Tx, tries: Tries, trying: Trying): Promise<void> {
  const { fromHere, byBrowser } = keysOf(tries, trying);
  await forgetTurns(tx, fromHere, byBrowser);
}

/** Networks are stored under a separate name, so that many of them don't displace browsers. */
const networksOf = (account: string) => `${account} networks`;
const networkOf = ({ address }: Pick<Trying, 'address'>) => network(address);

async function isRemembered(tx: Tx, account: string, name: string, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('known_browser')
    .select('until')
    .where('account', '=', hashed(account))
    .where('browser', '=', hashed(name))
    .where('until', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}
/** Whether the account's owner has logged in with this browser before. */
export const isKnown = (tx: Tx, account: string, { now, browser }: Omit<Trying, 'address'>): Promise<boolean> =>
  isRemembered(tx, account, browser.token ?? '', now);

/**
 * Remembers this browser as one of the account owner's. A browser that is new to an account gets a new name for all
 * accounts that know it, because an earlier user of the browser may have copied the old one.
 */
export async function rememberBrowser(tx: Tx, account: string, { now, browser }: Omit<Trying, 'address'>) {
  const named = browser.token !== undefined && (await isKnown(tx, account, { now, browser }));
  const token = named ? browser.token! : newToken();
  if (!named && browser.token !== undefined) await rename(tx, browser.token, token);
  const until = plus(now, knownFor.browser);
  await remember(tx, account, token, until);
  browser.put(token, until);
}
const rename = (tx: Tx, from: string, to: string) =>
  tx
    .updateTable('known_browser')
    .set({ browser: hashed(to) })
    .where('browser', '=', hashed(from))
    .execute();

/** Remembers this network as one that the account's owner uses. */
export const rememberNetwork = (tx: Tx, account: string, trying: Pick<Trying, 'now' | 'address'>) =>
  remember(tx, networksOf(account), networkOf(trying), plus(trying.now, knownFor.network));

/** Each account keeps only its newest ones. */
async function remember(tx: Tx, account: string, name: string, until: Date): Promise<void> {
  const row = { account: hashed(account), browser: hashed(name), until };
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
        .offset(maxKnown)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

/** Forgets all browsers and networks of the account's owner. */
export const forgetBrowsers = (tx: Tx, account: string) =>
  tx
    .deleteFrom('known_browser')
    .where('account', 'in', [hashed(account), hashed(networksOf(account))])
    .execute();

export const dropForgottenBrowsers = (tx: Tx, now: Date) =>
  tx.deleteFrom('known_browser').where('until', '<=', now).execute();
