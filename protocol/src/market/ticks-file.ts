import { type Coin, coinById, formatPrice, parsePrice } from './coins.ts';
import type { ProvenMessage, TapeRun } from './proof.ts';
import { msOf } from './tape.ts';

export type FileTick = { slot: number; price: bigint; volume: bigint; hash: string; heard?: ProvenMessage | undefined };
/** A tape file: a run of ticks with its proof. The newest ticks may not be covered by a checkpoint yet. */
export type TicksFile = {
  symbol: number;
  before: string;
  ticks: FileTick[];
  proof: Pick<TapeRun, 'path' | 'checkpoint'> | undefined;
};

const mark = '# Simulated. Price tape of a practice exchange, paper money only.';
const columns = 'slot,time,price,volume,hash';
const heardColumns = `${columns},source,heard,message`;

/** Writes ticks as a text that people can read and `glasshouse-verify ticks` can check. */
export function writeTicks({ symbol, before, ticks, proof }: TicksFile, coin: Coin): string {
  const { decimals } = coin;
  const lines = ticks.map(({ slot, price, volume, hash, heard }) =>
    [
      ...[slot, new Date(msOf(slot)).toISOString(), formatPrice(price, decimals), volume, hash],
      ...(heard ? [heard.source, heard.at, heard.message] : []),
    ].join(','),
  );
  const named = ticks.some(({ heard }) => heard) ? heardColumns : columns;
  const head = [mark, `# symbol ${symbol} ${coin.symbol} decimals ${decimals}`, `# before ${before}`];
  const end = proof ? [`# proof ${JSON.stringify(proof)}`] : [];
  return `${[...head, ...end, named, ...lines].join('\n')}\n`;
}

/** Reads such a text. Throws an error that names the first malformed line. */
export function readTicks(text: string): TicksFile {
  const file: TicksFile = { symbol: 0, before: '', ticks: [], proof: undefined };
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const [, word, rest = ''] = /^# (\w+) ?(.*)$/.exec(line) ?? [];
    if (word === 'symbol') file.symbol = Number.parseInt(rest, 10);
    else if (word === 'before') file.before = rest;
    else if (word === 'proof') file.proof = JSON.parse(rest);
    else if (/^\d/.test(line)) file.ticks.push(numbered(line, i + 1, coinById(file.symbol)?.decimals ?? 0));
  }
  if (!file.symbol || !/^[0-9a-f]{64}$/.test(file.before)) throw new Error('not a tape file: its head is missing');
  return file;
}

const tickLine =
  /^(\d{1,15}),[^,]*,([\d.]+),(\d{1,18}),([0-9a-f]{64})(?:,([a-z0-9.:/_-]{1,80}),(\d{1,15}),([0-9a-f]{64}))?$/;

/** Reads one line of such a file. Returns undefined if it is malformed. */
export function readTickLine(line: string, decimals: number): FileTick | undefined {
  const [, slot, price, volume, hash, source, at, message] = tickLine.exec(line) ?? [];
  const units = parsePrice(price ?? '', decimals);
  if (slot === undefined || units === undefined) return undefined;
  const tick = { slot: Number(slot), price: units, volume: BigInt(volume!), hash: hash! };
  return source === undefined ? tick : { ...tick, heard: { source, at: Number(at), message: message! } };
}

function numbered(line: string, number: number, decimals: number): FileTick {
  const tick = readTickLine(line, decimals);
  if (!tick) throw new Error(`line ${number} is not a tick: ${line.slice(0, 120)}`);
  return tick;
}

/** The part of a file that is proved. Volumes are not part of the tape's hashes. */
export const runOf = ({ symbol, before, ticks }: TicksFile): Pick<TapeRun, 'symbol' | 'before' | 'ticks'> => ({
  symbol,
  before,
  ticks: ticks.map(({ slot, price, hash, heard }) => ({ slot, price: price.toString(), hash, heard })),
});
