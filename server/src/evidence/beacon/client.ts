import { type Chain, localChain, quicknet } from '@glasshouse/protocol/beacon/chain';
import { isInfoOf, readRound } from '@glasshouse/protocol/beacon/form';
import type { Round } from '@glasshouse/protocol/beacon/round';
import { readBounded } from '@glasshouse/protocol/read-bounded';
import type { Config } from '#platform/runtime/config.ts';

const answerWithin = 2500;
const longestAnswer = 4096; // bytes; the longest valid answer has 700

/** A beacon's answer; undefined if there is none, for any reason. */
async function ask(url: string, stop: AbortSignal): Promise<unknown> {
  try {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(answerWithin)]);
    const response = await fetch(url, { signal, redirect: 'error', headers: { accept: 'application/json' } });
    if (!response.ok) {
      await response.body?.cancel();
      return undefined;
    }
    const bytes = await readBounded(response.body, longestAnswer);
    return bytes && JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return undefined;
  }
}

/** Whether the beacon at an address uses the known chain; undefined if it does not answer. */
export async function isOfChain(url: string, chain: Chain, stop: AbortSignal): Promise<boolean | undefined> {
  const answer = await ask(`${url}/info`, stop);
  return answer === undefined ? undefined : isInfoOf(chain, answer);
}

/** A round as the beacon returns it, not verified yet. */
export async function askRound(url: string, round: number, stop: AbortSignal): Promise<Round | undefined> {
  const answered = readRound(await ask(`${url}/public/${round}`, stop));
  return answered?.round === round ? answered : undefined;
}

/**
 * The chain of rounds that new days are planned with. Its key, the only one whose signatures are accepted, is pinned
 * here or in the environment. `urlOf` returns the address of this chain's beacon, or of a beacon that earlier days were
 * planned with.
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
