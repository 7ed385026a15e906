import { readdirSync } from 'node:fs';
import type { Site } from './site-with-everything.ts';
import type { openTape } from './tape.ts';
import type { World } from './world.ts';

// The expected access to each product, listed by hand in server/test/access/. Several tests try everything else and expect a refusal. A new call,
// grant or table fails them until someone has reviewed and listed it.

type Tape = Awaited<ReturnType<typeof openTape>>;
type Person = Awaited<ReturnType<World['person']>>;
/** SQL that calls a function on a site, with a time, an amount, or an unused value. */
type Call = (site: Site, value: string) => string;
export type TriedFunction = {
  /** Calls with a time. At any other time than now they change nothing, although they would if the database believed the caller. */
  moment?: Call;
  /** The same, but the tape also limits them to the present: only a call with the present time can change anything. */
  momentOnTape?: Call;
  /** Calls with an amount. Zero, negative and huge amounts change nothing, although `fair` does. */
  amount?: Call;
  fair?: string;
  /** Amounts to try instead of the usual ones. */
  bad?: readonly string[];
  /** Amounts to try in addition to them. */
  alsoBad?: readonly string[];
  /** Calls with ids that belong to different users, or to none. */
  mismatch?: Call;
  /** Why there is nothing to test. */
  harmless?: 'computes' | 'reads' | 'locks' | 'writes what the role may write anyway';
};

export type ProductAccess = {
  /** The callers of each call, as in the table of matrix.test.ts. */
  calls: Record<string, readonly string[]>;
  /** The grants of each database role. */
  grants: Record<string, Record<string, string>>;
  /** The functions that run with the rights of the owner, and the roles that may call them. */
  ownersFunctions: readonly { name: string; callers: readonly string[] }[];
  /** Calls of each granted function with wrong times, amounts and ids. */
  functions: Record<string, TriedFunction>;
  /** SQL that writes into each table that only takes rows under read committed. */
  writes: (site: Site) => Record<string, string[]>;
  /** Bob tries each call that takes an id with an id of Ann's. */
  probes: Record<string, (ann: Person, bob: Person, world: World) => Promise<void>>;
  /** The tables that are keyed by a user. */
  ownedTables: readonly string[];
  /** Creates a row of Ann's in each of them, with new ticks on the tape. Returns texts that only Ann's answers may contain. */
  leaveTraces: (ann: Person, world: World, tape: Tape) => Promise<readonly string[]>;
};

const folder = new URL('./access/', import.meta.url);
/** The products listed in server/test/access/. */
export const productAccess: readonly ProductAccess[] = await Promise.all(
  readdirSync(folder).map(async (name) => (await import(new URL(name, folder).href)).access as ProductAccess),
);
