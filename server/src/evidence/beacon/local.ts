import type { AddressInfo } from 'node:net';
import { localChain, roundAt } from '@glasshouse/protocol/beacon/chain';
import { infoOf, publishedOf } from '@glasshouse/protocol/beacon/form';
import { openRoundSigner } from '@glasshouse/protocol/beacon/rounds';
import { visitorsReading } from '@glasshouse/protocol/endpoint';
import { addressOf, network } from '#platform/http/addresses.ts';
import { createBoundedServer } from '#platform/http/bounded-server.ts';
import { createBuckets } from '#platform/http/buckets.ts';
import type { Clock } from '#platform/runtime/clock.ts';

const maxKept = 1024;
const maxConnections = 200;
const trustsNobody = () => false; // there is no proxy in front of it

/** The chain of a local beacon with this secret, for processes that start both the beacon and the feed. */
export const chainOfSecret = (secret: Uint8Array) => localChain(openRoundSigner(secret).publicKey);

/**
 * A local beacon in drand's format, for laptops, tests and sites without internet access. It publishes no round early,
 * but anyone with its secret can compute all rounds, so the operator can predict prices.
 */
export async function openLocalBeacon({ secret, clock, host, port }: Where & { secret: Uint8Array; clock: Clock }) {
  const { publicKey, sign } = openRoundSigner(secret);
  const chain = localChain(publicKey);
  const kept = new Map<number, string>();
  const published = (round: number): string => {
    const text = kept.get(round) ?? JSON.stringify(publishedOf({ round, signature: sign(round) }));
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value!);
    kept.set(round, text);
    return text;
  };
  const answer = (path: string): [number, string] => {
    if (path === '/info') return [200, JSON.stringify(infoOf(chain))];
    const [, asked] = /^\/public\/(latest|[1-9]\d{0,14})$/.exec(path) ?? [];
    if (asked === undefined) return [404, '{}'];
    const newest = roundAt(chain, clock().getTime());
    const round = asked === 'latest' ? newest : Number(asked);
    return round > newest ? [425, '{}'] : [200, published(round)];
  };
  // Signing is slow: a client that asks for many rounds must not delay the feed's request for the newest.
  const askers = createBuckets(visitorsReading);
  const server = createBoundedServer(
    (request, response) => {
      const seconds = askers.take(network(addressOf(request, trustsNobody)), clock());
      const [status, text] = seconds > 0 ? [429, '{}'] : answer(request.url ?? '');
      const wait = seconds > 0 ? { 'retry-after': String(seconds) } : {};
      response.writeHead(status, { 'content-type': 'application/json', ...wait }).end(text);
    },
    { connections: maxConnections },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    chain,
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
type Where = { host: string; port: number };
