import { checkChain, checkRun, type TapeRun } from '@glasshouse/protocol/proof';
import { readTicks, runOf } from '@glasshouse/protocol/ticks-file';
import { describe, nameOf } from './words.ts';

type Text = { name: string; text: string };

/** Checks tick files; a line for each that is right, a throw for the first that is not. */
export async function verifyTicks(files: Text[], key: string | undefined): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, text } of files) {
    const file = readTicks(text);
    const run = runOf(file);
    const fault = file.proof ? await checkRun({ ...run, ...file.proof }, key) : await checkChain(run);
    if (fault) {
      const tick = run.ticks.find(({ slot }) => slot === fault.slot);
      throw new Error(`${name}: ${describe(file.symbol, fault, tick)}`);
    }
    lines.push(`ok ${name}: ${run.ticks.length} ticks of ${nameOf(file.symbol)}, ${holds(file.proof?.checkpoint)}`);
  }
  return lines;
}

const holds = (checkpoint: TapeRun['checkpoint'] | undefined) =>
  checkpoint ? `signed at slot ${checkpoint.slot} by ${checkpoint.publicKey}` : 'not under a checkpoint yet';
