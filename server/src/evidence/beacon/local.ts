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
const trustsNobody = () => false; // no proxy stands before it

/** What is followed with a secret: for those who start both sides. */
export const chainOfSecret = (secret: Uint8Array) => localChain(openRoundSigner(secret).publicKey);

/**
 * A beacon of our own in drand's form, for laptops, tests and sites without internet. It publishes no round before its time, but whoever
 * has its secret can compute all of them: known to the operator.
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
  // To sign takes long: whoever asks for many rounds must not keep the newest from the feed.
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
