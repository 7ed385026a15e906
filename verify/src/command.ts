import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { usage as daemonUsage } from './daemons.ts';
import { verifyDay } from './day.ts';
import { verifyIncome } from './income.ts';
import { verifyMessages } from './messages.ts';
import { verifyProof } from './proof.ts';
import { verifyReceipt } from './receipt.ts';
import { verifySettlements } from './settlements.ts';
import { verifyTicks } from './ticks.ts';

// These commands read only files, and the public log if --site is a URL. They need no running server of ours.
export const usage = `Checks Glasshouse's price tape, settlements, receipts and product income offline, and monitors its
public log.

Commands on files:
  glasshouse-verify receipt FILE... [--key HEX]... [--slip-key HEX]... [--log KEY]...
      [--witness KEY]... [--ticks FILE]...
      checks receipts from the terms to the payout, and their entries in the public log; with the
      tick files of the 25 hours before an option, checks its volatility too
  glasshouse-verify settlements FILE... [--key HEX] [--log KEY --site URL_OR_DIRECTORY]
      checks all settlements of a day against the tape; with --site, also against the public log,
      so that none is missing or added
  glasshouse-verify income FILE... [--slip-key HEX]
      recomputes the income of a product order from its terms
  glasshouse-verify ticks FILE... [--key HEX]
      checks every hash in tick files, up to the signed checkpoint
  glasshouse-verify messages TICKS FILE... [--key HEX]
      compares stored messages of an external source with the prices in a tick file
  glasshouse-verify day TAPE.json FILE... [--key HEX]
      regenerates a revealed day from its seed and the files of beacon rounds among FILE, and
      compares it with the tick files
  glasshouse-verify proof FILE [--key HEX]
      checks the runs in a response of /index/market/proof

Options of these commands:
  --key HEX        trusted public key of the tape
  --slip-key HEX   trusted public key that signs slips and income; repeat --key and --slip-key for
                   each key the site has had
  --log KEY        key of the public log, as the site publishes it
  --witness KEY    key of a witness that must have cosigned
  --site WHERE     the site, or a directory with its files log/checkpoint and log/tile/...
Without --key, --slip-key and --log, the keys in the file are accepted and printed.

${daemonUsage}`;

type Keys = {
  key?: string[] | undefined;
  slipKey?: string[] | undefined;
  log?: string[];
  witness?: string[];
  ticks?: File[] | undefined;
  site?: string;
};
/** A file to check. `text` reads the entire file. Commands for very large files never use it. */
type File = { name: string; readonly text: string };
const checks: Record<string, (files: File[], keys: Keys) => Promise<string[]>> = {
  receipt: verifyReceipt,
  income: (files, { slipKey }) => verifyIncome(files, slipKey),
  settlements: (files, { key, log: [logKey] = [], site }) =>
    verifySettlements(
      files,
      key,
      site !== undefined && logKey !== undefined ? { where: site, key: logKey } : undefined,
    ),
  ticks: (files, { key }) => verifyTicks(files, key),
  messages: (files, { key }) => verifyMessages(files, key),
  day: (files, { key }) => verifyDay(files, key),
  proof: (files, { key }) => verifyProof(files, key),
};

const fileOf = (name: string): File => ({
  name,
  get text() {
    return readFileSync(name, 'utf8');
  },
});

function readOptions(args: string[]) {
  try {
    const options = {
      key: { type: 'string', multiple: true },
      'slip-key': { type: 'string', multiple: true },
      log: { type: 'string', multiple: true },
      witness: { type: 'string', multiple: true },
      ticks: { type: 'string', multiple: true },
      site: { type: 'string' },
    } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [command = '', ...names] = positionals;
    const check = Object.hasOwn(checks, command) ? checks[command] : undefined;
    if (values.site !== undefined && !values.log) return undefined;
    const { key, 'slip-key': slipKey, ticks, ...rest } = values;
    return { check, names, keys: { key, slipKey, ticks: ticks?.map(fileOf), ...rest } };
  } catch {
    return undefined;
  }
}

/** Runs a command. Returns its exit code and its output. */
export async function answer(args: string[]): Promise<{ code: 0 | 1 | 2; output: string }> {
  const asked = readOptions(args);
  if (!asked?.check || asked.names.length === 0) return { code: 2, output: usage };
  const files = asked.names.map(fileOf);
  try {
    return { code: 0, output: (await asked.check(files, asked.keys)).join('\n') };
  } catch (error) {
    return { code: 1, output: `FAILED ${(error as Error).message}` };
  }
}
