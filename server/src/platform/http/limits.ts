import { type Endpoint, type Limit, limitsOf } from '@glasshouse/protocol/endpoint';
import { type Db, step } from '../database/db.ts';
import { network } from './addresses.ts';
import { type Buckets, createBuckets } from './buckets.ts';
import { takeTurn } from './throttle.ts';

type Calling = { db: Db; now: Date; address: string; user: string | undefined; operator: string | undefined };
/** Uses a turn of every limit of a call that counts callers. Returns 0, or the seconds to wait. */
export type Limits = (endpoint: Endpoint, calling: Calling) => Promise<number>;

const whose = ({ per }: Limit, { address, user, operator }: Calling): string | undefined => {
  if (per === 'address') return network(address);
  if (per === 'user') return user;
  return per === 'operator' ? operator : undefined;
};
/** The limit that an endpoint declares for one way of counting, for calls that take turns themselves. */
export const limitPer = (endpoint: Pick<Endpoint, 'limit'>, per: Limit['per']): Limit =>
  limitsOf(endpoint).find((limit) => limit.per === per)!;
/** The name under which a shared limit is counted. */
export const turnsOf = ({ path }: Pick<Endpoint, 'path'>, { per }: Limit, who: string) => `${path} ${per} ${who}`;
const isPerAccount = ({ per }: Limit) => per.startsWith('account');

/**
 * Enforces the limits that endpoints declare, except those per account: only the call itself knows which account is
 * meant, and uses `takeAccountTurn`. Shared limits are counted in PostgreSQL, the others in memory. See
 * docs/adr/0055-declare-rate-limits-on-endpoints.md.
 */
export function createLimits(): Limits {
  const counted = new Map<Endpoint, { limit: Limit; buckets: Buckets }[]>();
  const countedFor = (endpoint: Endpoint) => {
    const known = counted.get(endpoint);
    if (known) return known;
    const made = limitsOf(endpoint)
      .filter((limit) => !isPerAccount(limit))
      .map((limit) => ({ limit, buckets: createBuckets(limit) }));
    counted.set(endpoint, made);
    return made;
  };
  return async (endpoint, calling) => {
    for (const { limit, buckets } of countedFor(endpoint)) {
      const who = whose(limit, calling);
      if (who === undefined) throw new Error(`${endpoint.path} is limited per ${limit.per}, and has none`);
      const wait = limit.shared
        ? await step(calling.db, (tx) => takeTurn(tx, calling.now, turnsOf(endpoint, limit, who), limit))
        : buckets.take(who, calling.now);
      if (wait > 0) return wait;
    }
    return 0;
  };
}
