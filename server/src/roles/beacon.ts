import { openLocalBeacon } from '#evidence/beacon/beacon.ts';
import type { Process, Role } from './process.ts';

/**
 * Runs the local beacon, whose rounds the operator can predict, as the log says. With BEACON=drand it starts only if
 * there is a secret, and then continues for the days that were planned with it.
 */
export async function startBeacon({ config, clock, log }: Process<'beacon'>): Promise<Role> {
  if (config.BEACON === 'drand' && !config.BEACON_SECRET) return { name: 'beacon', stop: async () => {} };
  if (!config.BEACON_SECRET) throw new Error('The role beacon needs BEACON_SECRET (see .env.example)');
  const beacon = await openLocalBeacon({
    secret: Buffer.from(config.BEACON_SECRET, 'base64'),
    clock,
    host: config.BEACON_HOST,
    port: config.BEACON_PORT,
  });
  log.warn({ url: beacon.url, key: beacon.chain.publicKey }, 'using the local beacon: the operator can predict prices');
  return { name: 'beacon', stop: beacon.close };
}
