import { fromHex, toHex } from '../bytes.ts';
import { type Round, signatureBytes } from './round.ts';

const mark = '# Simulated. Beacon rounds that simulated prices were made from.';
const columns = 'round,signature';

/** Writes rounds as a text that `glasshouse-verify day` reads together with tick files. */
export const writeRounds = (chain: string, rounds: readonly Round[]): string =>
  `${[mark, `# chain ${chain}`, columns, ...rounds.map(({ round, signature }) => `${round},${toHex(signature)}`)].join('\n')}\n`;

export const isRoundsFile = (text: string): boolean => text.startsWith(mark);

const line = new RegExp(`^(\\d{1,15}),([0-9a-f]{${signatureBytes * 2}})$`);
/** Reads such a text. Throws an error that names the first malformed line. */
export function readRounds(text: string): { chain: string; rounds: Round[] } {
  const lines = text.split(/\r?\n/);
  const [, chain] = /^# chain ([0-9a-f]{64})$/.exec(lines[1] ?? '') ?? [];
  if (!chain) throw new Error('not a file of rounds: its chain is missing');
  const rounds = lines.slice(3).flatMap((text, i): Round[] => {
    if (text === '') return [];
    const [, round, signature] = line.exec(text) ?? [];
    if (!round || !signature) throw new Error(`line ${i + 4} is not a round: ${text.slice(0, 120)}`);
    return [{ round: Number(round), signature: fromHex(signature) }];
  });
  return { chain, rounds };
}
