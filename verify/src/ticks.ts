import { checkChain, checkRun, type TapeRun } from '@glasshouse/protocol/market/proof';
import { readTicks, runOf } from '@glasshouse/protocol/market/ticks-file';
import { sha } from './sha.ts';
import { describe, messageLines, nameOf } from './words.ts';

type Text = { name: string; text: string };

/** Checks tick files. Returns a line for each. Throws at the first invalid one. */
export async function verifyTicks(files: Text[], trusted: readonly string[] | undefined): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, text } of files) {
    const file = readTicks(text);
    const run = runOf(file);
    const fault = file.proof
      ? await checkRun({ ...run, ...file.proof }, trusted, { hash: sha })
      : await checkChain(run, { hash: sha });
    if (fault) {
      const tick = run.ticks.find(({ slot }) => slot === fault.slot);
      throw new Error(`${name}: ${describe(file.symbol, fault, tick)}`);
    }
    if (!file.proof && trusted)
      throw new Error(`${name}: it has no signed checkpoint, so the trusted key says nothing about it`);
    lines.push(
      signedBy(name, `${run.ticks.length} ticks of ${nameOf(file.symbol)}`, file.proof?.checkpoint, trusted),
      ...messageLines(run.ticks),
    );
  }
  return lines;
}

/** Describes what was proved, and what was not. */
function signedBy(
  name: string,
  ticks: string,
  checkpoint: TapeRun['checkpoint'] | undefined,
  trusted: readonly string[] | undefined,
) {
  if (!checkpoint)
    return `chained only ${name}: ${ticks} follow from each other; they are unsigned, so anyone could have made them`;
  const signed = `ok ${name}: ${ticks}, signed at slot ${checkpoint.slot} by ${checkpoint.publicKey}`;
  return !trusted ? `${signed}, a key that the file names itself: compare it with the published one` : signed;
}
