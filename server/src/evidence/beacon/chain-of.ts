import { type Chain, localChain, quicknet } from '@glasshouse/protocol/beacon/chain';
import type { Config } from '#platform/runtime/config.ts';

/**
 * Which chain of rounds new days are planned with: the one key whose signatures are believed is pinned here or in the environment. `urlOf`
 * says where it is asked, and where another one is that days were planned with before.
 */
export function chainOf(config: Config): { chain: Chain; urlOf: (chain: Chain) => string } {
  const { BEACON, BEACON_URL, BEACON_URL_OLD, BEACON_KEY, BEACON_PORT } = config;
  if (BEACON === 'local' && !BEACON_KEY)
    throw new Error('BEACON=local needs BEACON_KEY, which the role beacon prints (see .env.example)');
  const chain = BEACON === 'drand' ? quicknet : localChain(BEACON_KEY!);
  const usual = ({ hash }: Chain) =>
    hash === quicknet.hash ? `https://api.drand.sh/${quicknet.hash}` : `http://127.0.0.1:${BEACON_PORT}`;
  return {
    chain,
    urlOf: (asked) => (asked.hash === chain.hash ? BEACON_URL : BEACON_URL_OLD) ?? usual(asked),
  };
}
