import type { DayPlan } from '@glasshouse/protocol/market/synthetic';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import { openSigner } from '../platform/signer.ts';
import { type FeedParts, runFeed } from './feed.ts';
import { exchangeSource } from './sources/exchange.ts';
import { replaySource } from './sources/replay.ts';
import type { Source } from './sources/source.ts';
import { syntheticSource } from './sources/synthetic.ts';

export { openMarketTopics } from './live.ts';

type Tools = Pick<FeedParts, 'db' | 'bus' | 'onSlot'> & { config: Config; clock: Clock; log: Log };

/** Runs the feed as the configuration says. Refuses to start on half a configuration. */
export function startTape({ config, ...tools }: Tools): { stop: () => Promise<void> } {
  if (!config.TAPE_SIGNING_KEY) throw new Error('The role feed needs TAPE_SIGNING_KEY (see .env.example)');
  return runFeed({
    ...tools,
    signer: openSigner(config.TAPE_SIGNING_KEY),
    openSource: sourceOf(config, tools.clock, tools.log),
    historyMinutes: config.TAPE_HISTORY_MINUTES,
  });
}

type OpenSource = (planFor: (day: number) => Promise<DayPlan>) => Source;

function sourceOf(config: Config, clock: Clock, log: Log): OpenSource {
  const { TAPE_SOURCE: source, TAPE_EXCHANGE_URL: url, TAPE_REPLAY_FILE: file } = config;
  if (source === 'synthetic') return syntheticSource;
  if (source === 'exchange' && url) return () => exchangeSource(url, clock, log);
  if (source === 'replay' && file) return () => replaySource(file);
  throw new Error(`TAPE_SOURCE=${source} needs its address or file (see .env.example)`);
}
