import { dueSlot, gapIn, isComplete, isRule, type Outcome, settle } from '@glasshouse/protocol/contracts/settle';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { formatUsdt } from '@glasshouse/protocol/money';
import {
  type GivenUp,
  readGivenUpLine,
  readHead,
  readOrderLine,
  readTapeLine,
  readTickLine,
  type Seal,
  type Settlement,
} from '@glasshouse/protocol/orders/settlements-file';
import { linesOf } from './lines.ts';
import { isGivenUp, type LogAt, openGroups } from './settlements-log.ts';
import { keepTicks, type Ticks } from './ticks-kept.ts';
import { describe, timeOf } from './words.ts';

/**
 * Recomputes every settlement of a file against the tape in it, and with the log that all orders of its time are there; throws with the first
 * line that does not match.
 */
export async function verifySettlements(
  files: { name: string }[],
  key: string | undefined,
  logAt?: LogAt | undefined,
): Promise<string[]> {
  const lines: string[] = [];
  for (const { name } of files) {
    const reader = openReader(key, logAt);
    let number = 0;
    for await (const block of linesOf(name)) {
      for (const line of block) {
        number++;
        const wait = reader.read(line, (why) => {
          throw new Error(`${name} line ${number}: does not match: ${why}`);
        });
        if (wait) await wait;
      }
    }
    lines.push(`ok ${name}: ${reader.end(name)}`);
  }
  return lines;
}

type Fail = (why: string) => never;
const mostGivenUp = 2; // an order lasts an hour at most, so it can touch no more days

function openReader(key: string | undefined, logAt: LogAt | undefined) {
  const tapes = new Map<string, Ticks>();
  const givenUp: GivenUp[] = [];
  const counts: Record<Outcome, number> = { win: 0, lose: 0, draw: 0, void: 0 };
  const sums = { staked: 0n, paid: 0n };
  const names = new Set<string>();
  const keys = new Set<string>();
  let span: ReturnType<typeof readHead>;
  let groups: ReturnType<typeof openGroups> | undefined;
  let open: { symbol: string; ticks: Ticks } | undefined;
  let part: 'tape' | 'orders' | 'end' = 'tape';
  let due = 0;
  let settled = 0;

  function readTape(line: string, fail: Fail): Promise<void> | undefined {
    const begun = readTapeLine(line);
    if (begun && !open && !tapes.has(begun.symbol)) {
      open = { symbol: begun.symbol, ticks: keepTicks(begun.symbol, begun.before) };
      return undefined;
    }
    if (line.startsWith('sealed ') && open) return seal(open, line.slice('sealed '.length), fail);
    if (line === 'orders' && !open) {
      part = 'orders';
      return undefined;
    }
    const lost = open ? undefined : readGivenUpLine(line);
    if (lost) {
      if (givenUp.length >= mostGivenUp) return fail('this file has more given up than a day can be');
      givenUp.push(lost);
      return isGivenUp(logAt, lost, fail);
    }
    const tick = readTickLine(line);
    if (!tick || !open) return fail(`this is no line of a tape: ${line.slice(0, 80)}`);
    const fault = open.ticks.add(tick);
    return fault && fail(describe(coinBySymbol(open.symbol)!.id, fault));
  }

  async function seal({ symbol, ticks }: { symbol: string; ticks: Ticks }, text: string, fail: Fail): Promise<void> {
    const proof = JSON.parse(text) as Seal;
    const fault = await ticks.seal(proof, key);
    if (fault) fail(describe(coinBySymbol(symbol)!.id, fault));
    keys.add(proof.checkpoint.publicKey);
    tapes.set(symbol, ticks);
    open = undefined;
  }

  function readOrder(line: string, fail: Fail): Promise<void> | undefined {
    const ended = /^end (\d+)$/.exec(line);
    if (ended) {
      if (Number(ended[1]) !== settled) fail(`it says ${ended[1]} settlements, there are ${settled}`);
      part = 'end';
      return groups?.end(fail);
    }
    const begun = groups?.begin(line, fail);
    if (begun) return begun;
    const order = readOrderLine(line) ?? fail(`this is no settlement: ${line.slice(0, 80)}`);
    const ticks = tapes.get(order.symbol) ?? fail(`there are no ticks of ${order.symbol}`);
    if (groups) groups.add(order, fail);
    else inTurn(order, fail);
    recompute(order, ticks, givenUp, fail);
    counts[order.outcome]++;
    sums.staked += order.stake;
    sums.paid += order.payout;
    settled++;
    return undefined;
  }

  /** Orders come by due slot, each once, and only those of the span. */
  function inTurn(order: Settlement, fail: Fail): void {
    const slot = dueSlot(order);
    if (slot < due || slot < span!.first || slot > span!.through) fail(`an order due at slot ${slot} is out of turn`);
    if (slot > due) names.clear();
    if (names.has(order.name)) fail('this order is here twice');
    names.add(order.name);
    due = slot;
  }

  return {
    read(line: string, fail: Fail): Promise<void> | undefined {
      if (line.startsWith('#')) {
        span ??= readHead(line);
        if (span?.version === 2) groups ??= openGroups(span, logAt, givenUp);
        return undefined;
      }
      if (!span) return fail('this is no file of settlements: its head is missing');
      if (part === 'tape') return readTape(line, fail);
      return part === 'orders' ? readOrder(line, fail) : fail('there is something after the end');
    },
    end(name: string): string {
      if (logAt && !groups) throw new Error(`${name}: a file of version 1 cannot be held against the log`);
      if (part !== 'end') throw new Error(`${name}: does not match: the file ends early`);
      if (tapes.size === 0 && key !== undefined) throw new Error(`${name}: nothing in this file is signed`);
      const ticks = [...tapes.values()].reduce((sum, each) => sum + each.count(), 0);
      const all = Object.entries(counts).map(([outcome, count]) => `${outcome} ${count}`);
      return [
        `${settled} settlements ${groups ? 'accepted' : 'due'} from ${timeOf(span!.first)} to ${timeOf(span!.through)} match`,
        `   ${all.join(', ')}; staked ${formatUsdt(sums.staked)}, paid ${formatUsdt(sums.paid)} USDT`,
        tapes.size === 0
          ? '   nothing was traded, and nothing in this file is signed'
          : `   ${ticks} ticks of ${[...tapes.keys()].join(' ')}, sealed by ${[...keys].join(' ')}`,
        ...givenUp.map(
          ({ first, last, place }) =>
            `   DAY GIVEN UP: no prices from ${timeOf(first)} to ${timeOf(last)}, ${logAt ? 'as the public log says' : "by the file's own word"} at place ${place}`,
        ),
        `   ${groups?.said() ?? 'this file does not show that no order was left out: it is of version 1'}`,
      ].join('\n');
    },
  };
}

function recompute(order: Settlement, ticks: Ticks, givenUp: readonly GivenUp[], fail: Fail): void {
  const gap = isRule(order.rule) ? gapIn(order, givenUp) : fail(`rule ${order.rule} is unknown here`);
  if (gap && ticks.countIn(gap) > 0)
    fail(`a slot from ${gap.first} to ${gap.last} has a price, though they were given up`);
  if (!ticks.has(order.headSlot)) fail(`the head, slot ${order.headSlot}, is not on the tape`);
  const settled = settle(order, ticks.firstFrom(order.headSlot + 1, dueSlot(order)), ticks.through(), givenUp);
  const found =
    settled && isComplete(order, settled, ticks.countIn) ? settled : fail('the tape in this file does not tell');
  const said = (each: { outcome: string; payout: bigint }, entry: number | undefined, exit: number | undefined) =>
    `${each.outcome}, ${formatUsdt(each.payout)} USDT, entry ${entry ?? '-'}, exit ${exit ?? '-'}`;
  const given = said(order, order.entrySlot, order.exitSlot);
  const wanted = said(found, found.entry?.slot, found.exit?.slot);
  if (given !== wanted) fail(`it says ${given}; recomputed ${wanted}`);
}
