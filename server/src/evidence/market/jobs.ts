import type { Log } from '#platform/observability/log.ts';
import type { Clock } from '#platform/runtime/clock.ts';
import type { Config } from '#platform/runtime/config.ts';
import { openSigner } from '#platform/security/signer.ts';
import { chainOf } from '../beacon/beacon.ts';
import { type FeedParts, type OwnPrices, runFeed } from './feed.ts';
import type { SeedKeys } from './seed-seal.ts';
import { exchangeSource } from './sources/exchange.ts';
import { replaySource } from './sources/replay.ts';
import type { Source } from './sources/source.ts';

export { openMarketTopics } from './live.ts';

type Tools = Pick<FeedParts, 'db' | 'bus' | 'onSlot' | 'onStuck'> & { config: Config; clock: Clock; log: Log };

/** Runs the feed as configured. Refuses to start with an incomplete configuration. */
export function startTape({ config, ...tools }: Tools): { stop: () => Promise<void> } {
  if (!config.TAPE_SIGNING_KEY) throw new Error('The role feed needs TAPE_SIGNING_KEY (see .env.example)');
  return runFeed({
    ...tools,
    signer: openSigner(config.TAPE_SIGNING_KEY),
    source: sourceOf(config, tools.clock, tools.log),
    historyMinutes: config.TAPE_HISTORY_MINUTES,
  });
}

function sourceOf(config: Config, clock: Clock, log: Log): OwnPrices | (() => Source) {
  const { TAPE_SOURCE: source, TAPE_EXCHANGE_URL: url, TAPE_REPLAY_FILE: file } = config;
  if (source === 'synthetic') return ownPrices(config);
  if (source === 'exchange' && url) return () => exchangeSource(url, clock, log);
  if (source === 'replay' && file) return () => replaySource(file);
  throw new Error(`TAPE_SOURCE=${source} needs its address or file (see .env.example)`);
}

function ownPrices(config: Config): OwnPrices {
  const { TAPE_SEED_KEY: key, TAPE_SEED_KEY_OLD: old } = config;
  if (!key) throw new Error('The role feed needs TAPE_SEED_KEY (see .env.example)');
  const seedKeys: SeedKeys = [Buffer.from(key, 'base64'), ...(old ? [Buffer.from(old, 'base64')] : [])];
  return { seedKeys, ...chainOf(config) };
}
