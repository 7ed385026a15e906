import type app from './app/en-US.json';
import type appeals from './appeals/en-US.json';
import type assets from './assets/en-US.json';
import type backoffice from './backoffice/en-US.json';
import type contracts from './contracts/en-US.json';
import type credit from './credit/en-US.json';
import type deposits from './deposits/en-US.json';
import type dev from './dev/en-US.json';
import type files from './files/en-US.json';
import type help from './help/en-US.json';
import type home from './home/en-US.json';
import type identity from './identity/en-US.json';
import type invites from './invites/en-US.json';
import type ledger from './ledger/en-US.json';
import type market from './market/en-US.json';
import type operators from './operators/en-US.json';
import type options from './options/en-US.json';
import type personal from './personal/en-US.json';
import type publiclog from './publiclog/en-US.json';
import type receipts from './receipts/en-US.json';
import type records from './records/en-US.json';
import type review from './review/en-US.json';
import type security from './security/en-US.json';
import type session from './session/en-US.json';
import type site from './site/en-US.json';
import type specimens from './specimens/en-US.json';
import type spot from './spot/en-US.json';
import type support from './support/en-US.json';
import type transfers from './transfers/en-US.json';
import type user from './user/en-US.json';
import type vip from './vip/en-US.json';
import type wealth from './wealth/en-US.json';
import type withdrawals from './withdrawals/en-US.json';

// Every domain has one file per language, with the words of its screens (`app`), the console (`office`) and the server
// (`server`), so that one thing has the same name everywhere.
type Files = {
  app: typeof app;
  appeals: typeof appeals;
  assets: typeof assets;
  backoffice: typeof backoffice;
  contracts: typeof contracts;
  credit: typeof credit;
  deposits: typeof deposits;
  dev: typeof dev;
  files: typeof files;
  help: typeof help;
  home: typeof home;
  identity: typeof identity;
  invites: typeof invites;
  ledger: typeof ledger;
  market: typeof market;
  operators: typeof operators;
  options: typeof options;
  personal: typeof personal;
  publiclog: typeof publiclog;
  receipts: typeof receipts;
  records: typeof records;
  review: typeof review;
  security: typeof security;
  session: typeof session;
  site: typeof site;
  specimens: typeof specimens;
  spot: typeof spot;
  support: typeof support;
  transfers: typeof transfers;
  user: typeof user;
  withdrawals: typeof withdrawals;
  vip: typeof vip;
  wealth: typeof wealth;
};
export type Section = 'app' | 'office' | 'server';
type In<S extends Section, F> = { [D in keyof F]: F[D] extends Record<S, infer Words> ? Words : never }[keyof F];
/** The sentences that a domain has for the screens of others. */
type Shared<S extends Section> = {
  [D in keyof Files]: Files[D] extends { shared: infer Others } ? In<S, Others> : never;
}[keyof Files];
type Within<S extends Section> = In<S, Files> | Shared<S>;

/** A leaf is a sentence, or one sentence per plural form (`one`, `few`, `many`, `other`) chosen by `count`. */
type Forms = { other: string };
type Keys<T, P extends string = ''> = T extends unknown
  ? {
      [K in keyof T & string]: T[K] extends string | Forms ? `${P}${K}` : Keys<T[K], `${P}${K}.`>;
    }[keyof T & string]
  : never;

export type AppKey = Keys<Within<'app'>>;
export type OfficeKey = Keys<Within<'office'>>;
type Named<T> = T extends unknown ? keyof T : never;
export type ServerKey = Named<Within<'server'>>;

/** The domains whose screens have words. A page names those it needs. */
export type AppDomain = { [D in keyof Files]: Files[D] extends Record<'app', object> ? D : never }[keyof Files];
