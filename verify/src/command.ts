import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { verifyDay } from './day.ts';
import { verifyProof } from './proof.ts';
import { verifyReceipt } from './receipt.ts';
import { verifySettlements } from './settlements.ts';
import { verifyTicks } from './ticks.ts';

// Works offline, on files alone: it needs this repository's protocol/ and nothing that runs.
const usage = `Checks Glasshouse's simulated price tape and what was settled by it, offline.

  glasshouse-verify receipt FILE... [--key HEX] [--slip-key HEX]   downloaded receipts, from the terms to the payout
  glasshouse-verify settlements FILE... [--key HEX]                all settlements of a day against the tape
  glasshouse-verify ticks FILE... [--key HEX]   every hash in downloaded tick files, up to the signed checkpoint
  glasshouse-verify day TAPE.json FILE... [--key HEX]   a revealed day, announced before it began, made again from its seed and
                                                compared with tick files
  glasshouse-verify proof FILE [--key HEX]      the runs of an answer of /index/market/proof

--key is the public key of the tape that you trust, --slip-key the one that signs slips; without them the keys named in
the file are believed, and printed. It answers 0 when everything matches, 1 when something does not, 2 when it was not
told what to do.`;

type Keys = { key?: string | undefined; slipKey?: string | undefined };
/** A file to check; `text` reads all of it, which those that are too large for that never ask. */
type File = { name: string; readonly text: string };
const checks: Record<string, (files: File[], keys: Keys) => Promise<string[]>> = {
  receipt: verifyReceipt,
  settlements: (files, { key }) => verifySettlements(files, key),
  ticks: (files, { key }) => verifyTicks(files, key),
  day: (files, { key }) => verifyDay(files, key),
  proof: (files, { key }) => verifyProof(files, key),
};

function told(args: string[]) {
  try {
    const options = { key: { type: 'string' }, 'slip-key': { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [command = '', ...names] = positionals;
    const check = Object.hasOwn(checks, command) ? checks[command] : undefined;
    return { check, names, keys: { key: values.key, slipKey: values['slip-key'] } };
  } catch {
    return undefined;
  }
}

/** What the command answers: the code it ends with, and what it prints. */
export async function answer(args: string[]): Promise<{ code: 0 | 1 | 2; output: string }> {
  const asked = told(args);
  if (!asked?.check || asked.names.length === 0) return { code: 2, output: usage };
  const files = asked.names.map((name) => ({
    name,
    get text() {
      return readFileSync(name, 'utf8');
    },
  }));
  try {
    return { code: 0, output: (await asked.check(files, asked.keys)).join('\n') };
  } catch (error) {
    return { code: 1, output: `FAILED ${(error as Error).message}` };
  }
}
