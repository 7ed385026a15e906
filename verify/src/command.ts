import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { usage as lastingUsage } from './daemons.ts';
import { verifyDay } from './day.ts';
import { verifyIncome } from './income.ts';
import { verifyMessages } from './messages.ts';
import { verifyProof } from './proof.ts';
import { verifyReceipt } from './receipt.ts';
import { verifySettlements } from './settlements.ts';
import { verifyTicks } from './ticks.ts';

// These commands work offline, on files alone. They need this repository's protocol/ and no running server.
export const usage = `Checks Glasshouse's simulated price tape, what was settled by it and what products pay, offline; and watches its public log.

  glasshouse-verify receipt FILE... [--key HEX]... [--slip-key HEX]... [--log KEY]... [--witness KEY]... [--ticks FILE]...
                                                downloaded receipts, from the terms to the payout, and their place in the public log;
                                                with tick files of the 25 hours before, an option's volatility too
  glasshouse-verify settlements FILE... [--key HEX] [--log KEY --site URL_OR_DIRECTORY]
                                                all settlements of a day against the tape, and that the public log has no others
  glasshouse-verify income FILE... [--slip-key HEX]                what an order of a product was paid, from its terms
  glasshouse-verify ticks FILE... [--key HEX]   every hash in downloaded tick files, up to the signed checkpoint
  glasshouse-verify messages TICKS FILE... [--key HEX]   messages of an outside source, as the site kept them, against the prices of a tick file
  glasshouse-verify day TAPE.json FILE... [--key HEX]   a revealed day, announced before it began, made again from its seed and
                                                the files of rounds among FILE, and compared with the tick files
  glasshouse-verify proof FILE [--key HEX]      the runs of an answer of /index/market/proof

--key is the public key of the tape that you trust, --slip-key the one that signs slips and income (say either again for each that the site
has had), --log the one that signs the
public log, as the site names it; without them the keys named in the file are believed, and printed. --witness is the key of a witness that must
have cosigned. --site is where the public log is: the site, or a directory that holds its files as log/checkpoint and log/tile/... It answers 0 when everything matches, 1 when something does not, 2 when it was not
told what to do.

${lastingUsage}`;

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
