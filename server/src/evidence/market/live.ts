import { type Period, periods } from '@glasshouse/protocol/market/candle-periods';
import { type Coin, coins as marketCoins } from '@glasshouse/protocol/market/coins';
import { nameOf, type Watch } from '@glasshouse/protocol/market/live';
import type { Db } from '#platform/database/db.ts';
import { textFrame } from '#platform/http/frames.ts';
import { type Channel, type ChannelFrame, openChannel, send } from '#platform/http/live.ts';
import type { Log } from '#platform/observability/log.ts';
import type { BusOf } from '#platform/runtime/bus.ts';
import type { Clock } from '#platform/runtime/clock.ts';
import { guarded } from '#platform/runtime/faults.ts';
import { applySlot, type QuoteBoard, quotesOf, readBoard, tickTexts } from './board.ts';
import { type Bar, candleOf, fold, readBars } from './chart.ts';
import { followTape } from './follower.ts';
import type { Slot } from './messages.ts';
import { newestTicks } from './sql.ts';

/** How many lists of coins get their own frames, with every tick. */
const maxLists = 1024;
/** Up to this many slots are sent one by one; a process that is further behind sends the state once. */
const maxTold = 2;

type Parts = { db: Db; bus: BusOf<'push'>; clock: Clock; log: Log; coins?: readonly Coin[] };
type Quotes = {
  channel: Channel;
  symbols: ReadonlySet<string> | undefined;
  seq: number;
  snapshot?: Buffer | undefined;
};
type Candles = {
  channel: Channel;
  coin: Coin;
  period: Period;
  seq: number;
  slot: number;
  bars: Bar[];
  reading: boolean;
};

/**
 * Quotes and candles for the live stream. Follows the tape, keeps watched data in memory, and builds each frame once
 * for all its watchers.
 */
export function openMarketTopics({ db, bus, clock, log, coins = marketCoins }: Parts) {
  const byId = new Map(coins.map((coin) => [coin.id, coin]));
  const bySymbol = new Map<string, Coin>(coins.map((coin) => [coin.symbol, coin]));
  const quotes = new Map<string, Quotes>();
  const candles = new Map<string, Candles>();
  let board: QuoteBoard | undefined;
  let recent: Slot[] = [];

  const frame = (of: string, seq: number, slot: number, kind: string, rest: string) =>
    textFrame(
      `{"of":"${of}","kind":"${kind}","seq":${seq},"time":${clock().getTime()},"slot":${slot},"source":"${board?.source ?? ''}",${rest}}`,
    );

  const quotesSnapshot = (group: Quotes): Buffer | undefined => {
    if (!board || board.rows.size === 0) return undefined;
    const wanted = quotesOf(board).filter(({ symbol }) => group.symbols?.has(symbol) ?? true);
    group.snapshot ??= frame(
      group.channel.name,
      group.seq,
      board.slot,
      'snapshot',
      `"quotes":${JSON.stringify(wanted)}`,
    );
    return group.snapshot;
  };
  const openQuotes = (name: string, symbols: string[] | undefined): Quotes => {
    const group: Quotes = {
      channel: openChannel(name, () => quotesSnapshot(group)),
      symbols: symbols && new Set(symbols),
      seq: 0,
    };
    quotes.set(name, group);
    return group;
  };
  /** Once the maximum number of lists is reached, further clients get the frames of all coins. */
  const quotesOn = (name: string, symbols: string[] | undefined): Quotes => {
    const known = quotes.get(name);
    if (known) return known;
    const lists = quotes.size - (quotes.has('quotes') ? 1 : 0);
    return symbols && lists >= maxLists ? quotesOn('quotes', undefined) : openQuotes(name, symbols);
  };
  /** All current quotes, for every group. */
  const quotesSnapshots = (): ChannelFrame[] =>
    [...quotes.values()].flatMap((group) => {
      group.seq++;
      group.snapshot = undefined;
      const snapshot = quotesSnapshot(group);
      return snapshot ? [{ channel: group.channel, frame: snapshot, whole: true }] : [];
    });
  /** The next frame of each group: the entries of its coins. */
  const quotesFrames = (kind: 'ticks' | 'day', slot: number, entries: ReadonlyMap<string, string>): ChannelFrame[] => {
    const all = [...entries.values()].join(',');
    return [...quotes.values()].map((group) => {
      const own = group.symbols && [...group.symbols].flatMap((symbol) => entries.get(symbol) ?? []);
      const whole = kind === 'ticks' && (own?.length ?? entries.size) === (group.symbols?.size ?? board?.rows.size);
      group.seq++;
      group.snapshot = undefined;
      const rest = `"all":${whole},"${kind}":[${own?.join(',') ?? all}]`;
      return { channel: group.channel, frame: frame(group.channel.name, group.seq, slot, kind, rest), whole };
    });
  };

  const candlesFrame = (group: Candles): Buffer | undefined => {
    if (group.bars.length === 0) return undefined;
    const list = group.bars.map((bar) => candleOf(bar, group.coin, group.period));
    return frame(group.channel.name, group.seq, group.slot, 'candles', `"candles":${JSON.stringify(list)}`);
  };
  const openCandles = (name: string, coin: Coin, period: Period): Candles => {
    const channel = openChannel(name, () => candlesFrame(group));
    const group: Candles = { channel, coin, period, seq: 0, slot: 0, bars: [], reading: false };
    candles.set(name, group);
    readLater(group);
    return group;
  };
  /** Runs one read at a time. A failed read is retried with the next tick. */
  const readLater = guarded(log, 'candles', async (group: Candles) => {
    if (group.reading) return;
    group.reading = true;
    try {
      await readGroup(group);
    } finally {
      group.reading = false;
    }
  });
  /** Reads the two newest candles together with the slot they include. */
  const readGroup = async (group: Candles) => {
    const { coin, period } = group;
    const work = db.transaction().setIsolationLevel('repeatable read');
    const { slot, bars } = await work.execute(async (tx) => {
      const [newest] = await newestTicks(tx, [coin.id]);
      const current = Math.floor(Number(newest?.slot ?? 0) / (periods[period] * 2));
      return { slot: Number(newest?.slot ?? 0), bars: await readBars(tx, coin.id, period, current - 1, current + 1) };
    });
    // Prices continued while this was read. If it took so long that some of them are no longer in memory, it is read
    // again.
    const isLate = recent.length > 0 && recent[0]!.slot > slot + 1;
    Object.assign(group, { slot, bars: isLate ? [] : bars.slice(-2), seq: group.seq + 1 });
    if (group.bars.length > 0) takeIn(group, recent);
    const now = candlesFrame(group);
    if (now) send({ channel: group.channel, frame: now });
  };
  /** The next frame of each group that has new data. */
  const candlesFrames = (slots: readonly Slot[]): ChannelFrame[] =>
    [...candles.values()].flatMap((group) => {
      if (group.bars.length === 0) readLater(group);
      if (group.bars.length === 0 || !takeIn(group, slots)) return [];
      group.seq++;
      return [{ channel: group.channel, frame: candlesFrame(group)! }];
    });

  const follower = followTape(db, bus, log, [...byId.keys()], {
    begin: async () => {
      board = await readBoard(db, byId);
      send(...quotesSnapshots());
      await Promise.all([...candles.values()].map(readGroup));
      return board.slot;
    },
    slots: (slots) => {
      if (!board) return;
      recent = [...recent, ...slots].slice(-40);
      for (const slot of slots) applySlot(board, slot);
      const news = newsOf(slots);
      if (news.length > maxTold) return send(...quotesSnapshots(), ...candlesFrames(slots));
      for (const slot of news)
        send(...quotesFrames('ticks', slot.slot, tickTexts(board, slot)), ...candlesFrames(slots));
    },
    minute: async () => {
      // Prices continue while this is read. Slots that arrived in that time are then applied to the result.
      const fresh = await readBoard(db, byId);
      for (const slot of recent) applySlot(fresh, slot);
      if (!board || fresh.slot < board.slot) return;
      board = fresh;
      const days = quotesOf(board).map(({ symbol, open, high, low, volume }): [string, string] => [
        symbol,
        JSON.stringify([symbol, open, high, low, volume]),
      ]);
      send(...quotesFrames('day', board.slot, new Map(days)));
    },
  });

  return {
    /** The channel of a topic. Opens it if it has no watchers yet. */
    open: (wanted: Exclude<Watch, { topic: 'events' }>): Channel | undefined => {
      const name = nameOf(wanted);
      if (wanted.topic === 'quotes') return quotesOn(name, wanted.symbols).channel;
      const coin = bySymbol.get(wanted.symbol);
      return coin && (candles.get(name) ?? openCandles(name, coin, wanted.period)).channel;
    },
    left: ({ name }: Channel) => {
      quotes.delete(name);
      candles.delete(name);
    },
    stop: follower.stop,
  };
}

/** Of the slots missed while this process was busy, only those that no newer one replaces. */
function newsOf(slots: readonly Slot[]): Slot[] {
  const newest = new Map(slots.flatMap((slot) => slot.ticks.map(({ symbol }) => [symbol, slot] as const)));
  return slots.filter((slot) => slot === slots.at(-1) || newest.values().some((each) => each === slot));
}

/** Applies newer slots to the candles of a group; false if there are none. */
function takeIn(group: Candles, slots: readonly Slot[]): boolean {
  const per = periods[group.period] * 2;
  const fresh = slots.flatMap(({ slot, ticks }) => {
    const tick = slot > group.slot && ticks.find(({ symbol }) => symbol === group.coin.id);
    if (!tick) return [];
    const { price, volume } = tick;
    return [{ start: Math.floor(slot / per), open: price, high: price, low: price, close: price, volume }];
  });
  if (fresh.length === 0) return false;
  Object.assign(group, { bars: fold([...group.bars, ...fresh], 1).slice(-2), slot: slots.at(-1)!.slot });
  return true;
}
