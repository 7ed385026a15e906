import { hash } from 'node:crypto';
import { network } from './addresses.ts';
import { createBuckets, type Rate } from './buckets.ts';

/** Look-ups of unknown sessions per network: enough for a school whose sessions all ended during the holidays. */
export const unknownSessions: Rate = { burst: 600, everySeconds: 0.1 };

/**
 * Counts the look-ups that found no session, by network. Once a network has used up its budget, only sessions that this
 * process has seen valid are looked up for it. See docs/adr/0164-limit-unknown-session-lookups-per-network.md.
 */
export function createSessionTries(rate = unknownSessions, maxRemembered = 50_000) {
  const buckets = createBuckets(rate);
  const valid = new Set<string>(); // hashes, least recently used first
  const nameOf = (token: string) => hash('sha256', token, 'base64url');
  const remember = (token: string) => {
    const name = nameOf(token);
    valid.delete(name);
    valid.add(name);
    if (valid.size > maxRemembered) valid.delete(valid.keys().next().value!);
  };
  return {
    /** 0 if the token may be looked up, or the seconds to wait. */
    wait: (token: string, address: string, at: Date): number => {
      const seconds = buckets.wait(network(address), at);
      return seconds > 0 && valid.has(nameOf(token)) ? 0 : seconds;
    },
    /** Remembers a session that is new, or was found. */
    remember,
    notFound: (token: string, address: string, at: Date): void => {
      valid.delete(nameOf(token));
      buckets.take(network(address), at);
    },
  };
}
export type SessionTries = ReturnType<typeof createSessionTries>;
