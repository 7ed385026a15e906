import { createReadStream } from 'node:fs';
import { formatUsdt } from '@glasshouse/protocol/money';
import { perProduct, productNameOf } from '@glasshouse/protocol/orders/by-product';
import { productNames } from '@glasshouse/protocol/orders/product-names';
import {
  type GivenUp,
  type OtherProduct,
  readGivenUpLine,
  readHead,
  readTapeLine,
  readTickLine,
} from '@glasshouse/protocol/orders/settlements-file';
import { isRule } from '@glasshouse/protocol/orders/tape-rule';
import { collectTapes } from './collected-tapes.ts';
import type { Fail, Ground, Line } from './products/product.ts';
import { verifiedProducts } from './products/registry.ts';
import { isGivenUp, type LogAt, openGroups } from './settlements-log.ts';
import { timeOf } from './words.ts';

/**
 * Recomputes every settlement of a file from the tape in it, and checks against the log that no orders are missing.
 * Throws at the first line that does not match.
 */
export async function verifySettlements(
  files: { name: string }[],
  trusted: readonly string[] | undefined,
  logAt?: LogAt | undefined,
): Promise<string[]> {
  const lines: string[] = [];
  for (const { name } of files) {
    const reader = openReader(trusted, logAt);
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

const maxGivenUp = { 1: 2, 2: 2, 3: 16 }; // days: a contract lasts an hour at most, an option a week

function openReader(trusted: readonly string[] | undefined, logAt: LogAt | undefined) {
  const tapes = collectTapes(trusted);
  const givenUp: GivenUp[] = [];
  const tally = openTally();
  const names = new Set<string>();
  let span: ReturnType<typeof readHead>;
  let groups: ReturnType<typeof openGroups> | undefined;
  let part: 'tape' | 'orders' | 'end' = 'tape';
  let due = 0;
  let settled = 0;

  function readTape(line: string, fail: Fail): Promise<void> | undefined {
    const begun = readTapeLine(line);
    if (begun && !tapes.isOpen() && (span!.version === 3 || !tapes.has(begun.symbol))) {
      tapes.begin(begun.symbol, begun.before);
      return undefined;
    }
    if (line.startsWith('sealed ') && tapes.isOpen()) return tapes.seal(JSON.parse(line.slice('sealed '.length)), fail);
    if (line === 'orders' && !tapes.isOpen()) {
      part = 'orders';
      return undefined;
    }
    const lost = tapes.isOpen() ? undefined : readGivenUpLine(line);
    if (lost) {
      if (givenUp.length >= maxGivenUp[span!.version]) return fail('this file has more given up than a day can be');
      givenUp.push(lost);
      return isGivenUp(logAt, lost, fail);
    }
    const tick = readTickLine(line);
    if (!tick || !tapes.isOpen()) return fail(`this is not a line of a tape: ${line.slice(0, 80)}`);
    tapes.add(tick, fail);
    return undefined;
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
    const order = readLine(groups?.product(), line) ?? fail(`this is not a settlement: ${line.slice(0, 80)}`);
    if (groups) groups.add(order, fail);
    else inTurn(order, fail);
    recompute(order, { tapes, givenUp, asOf: span!.asOf }, fail);
    tally.add(order);
    settled++;
    return undefined;
  }

  /** Orders must be sorted by due slot, each once, and all within the span. */
  function inTurn(order: Line, fail: Fail): void {
    const { dueSlot: slot } = order;
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
        if (span && span.version > 1) groups ??= openGroups(span, logAt, givenUp);
        return undefined;
      }
      if (!span) return fail('this is not a settlements file: its head is missing');
      if (part === 'tape') return readTape(line, fail);
      return part === 'orders' ? readOrder(line, fail) : fail('there is something after the end');
    },
    end(name: string): string {
      if (logAt && !groups) throw new Error(`${name}: a file of version 1 cannot be checked against the log`);
      if (part !== 'end') throw new Error(`${name}: does not match: the file ends early`);
      if (tapes.isEmpty() && trusted) throw new Error(`${name}: nothing in this file is signed`);
      const asOf = span!.asOf === undefined ? '' : `, as of ${timeOf(span!.asOf)},`;
      return [
        `${settled} settlements ${groups ? 'accepted' : 'due'} from ${timeOf(span!.first)} to ${timeOf(span!.through)}${asOf} match`,
        ...tally.summary(span!.version === 3),
        tapes.isEmpty() ? '   nothing was traded, and nothing in this file is signed' : `   ${tapes.summary()}`,
        ...givenUp.map(
          ({ first, last, place }) =>
            `   DAY GIVEN UP: no prices from ${timeOf(first)} to ${timeOf(last)}, ${logAt ? 'as the public log says' : "by the file's own word"} at place ${place}`,
        ),
        `   ${groups?.summary() ?? 'this file does not show that no order was left out: it is of version 1'}`,
      ].join('\n');
    },
  };
}

/** Counts outcomes by product. */
function openTally() {
  const sums = perProduct(() => ({ counts: new Map<string, number>(), given: 0n, paid: 0n }));
  return {
    add({ product, outcome, given, paid }: Line): void {
      const sum = sums[product];
      sum.counts.set(outcome, (sum.counts.get(outcome) ?? 0) + 1);
      sum.given += given;
      sum.paid += paid;
    },
    summary: (ofAll: boolean): string[] =>
      (ofAll ? productNames : productNames.slice(0, 1)).map((product) => {
        const { counts, given, paid } = sums[product];
        const { outcomes, plural } = verifiedProducts[product];
        const open = counts.has('open') ? ['open'] : [];
        const all = [...outcomes, ...open].map((outcome) => `${outcome} ${counts.get(outcome) ?? 0}`);
        const name = ofAll ? `${plural}: ` : '';
        return `   ${name}${all.join(', ')}; staked ${formatUsdt(given)}, paid ${formatUsdt(paid)} USDT`;
      }),
  };
}

/**
 * Yields a text file's lines in large blocks. The file of a day has millions of lines, and one turn of the event loop
 * per line would be slow.
 */
async function* linesOf(path: string): AsyncGenerator<string[]> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    if (rest.length > longest) throw new Error(`${path}: a line is too long`);
    yield lines;
  }
  if (rest !== '') yield [rest];
}
const longest = 100_000;

// Reading order lines and recomputing them from the tape in the file.

/** Parses an order of this product. Returns undefined if the line is something else. */
const readLine = (product: OtherProduct | undefined, line: string): Line | undefined =>
  verifiedProducts[productNameOf({ product })].readLine(line);

/** Recomputes an order from the tape. Fails if the result differs, or if the order was due but is listed as open. */
function recompute(line: Line, ground: Ground, fail: Fail): void {
  if (!isRule(line.rule)) fail(`rule ${line.rule} is unknown here`);
  const { product, symbol, headSlot, outcome, dueSlot: due } = line;
  const ticks = ground.tapes.at(symbol, headSlot, fail);
  if (!ticks.has(headSlot)) fail(`the head, slot ${headSlot}, is not on the tape`);
  if (outcome === 'open' && (ground.asOf === undefined || due <= ground.asOf))
    fail(`STILL OPEN: ${line.name} was due at slot ${due}, and the file is as of slot ${ground.asOf ?? due}`);
  verifiedProducts[product].recompute(line, ground, fail);
}
