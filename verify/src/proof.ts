import { checkRun, type TapeRun } from '@glasshouse/protocol/market/proof';
import { describe, messageLines, nameOf } from './words.ts';

/** Checks the runs of a proof, given as the response of the call with or without its envelope. */
export async function verifyProof(
  files: { name: string; text: string }[],
  trusted: readonly string[] | undefined,
): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, text } of files) {
    const parsed = JSON.parse(text) as { data?: { runs: TapeRun[] }; runs?: TapeRun[] };
    for (const run of parsed.data?.runs ?? parsed.runs ?? []) {
      const fault = await checkRun(run, trusted);
      if (fault)
        throw new Error(
          `${name}: ${describe(
            run.symbol,
            fault,
            run.ticks.find((t) => t.slot === fault.slot),
          )}`,
        );
      lines.push(
        `ok ${name}: ${run.ticks.length} ticks of ${nameOf(run.symbol)} signed at slot ${run.checkpoint.slot}`,
        ...messageLines(run.ticks),
      );
    }
  }
  if (lines.length === 0) throw new Error('there is no proof in this file');
  return lines;
}
