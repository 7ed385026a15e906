import type { Receipt } from '@glasshouse/protocol/contracts/calls';
import { type Check, checkReceipt, type Difference } from '@glasshouse/protocol/contracts/receipt';
import { nameOf, timeOf } from './words.ts';

const meanings: Record<Check['name'], string> = {
  form: 'this is no receipt',
  rule: 'it was agreed under a rule that is unknown here',
  slip: 'the slip was not signed for these terms',
  kept: 'the slip that was given at the tap says something else',
  tape: 'the ticks are not those of the signed tape',
  entry: 'the entry is not the tick that the rule names',
  exit: 'the exit is not the tick that the rule names',
  result: 'the result does not follow from the two prices',
  payout: 'the payout does not follow from the terms and the result',
  books: 'the books did not move what the order came to',
  keys: 'it is signed by another key than the trusted one',
};

type Keys = { key?: string | undefined; slipKey?: string | undefined };
/** Recomputes downloaded receipts; a throw for the first that does not match. */
export async function verifyReceipt(files: { name: string; text: string }[], keys: Keys): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, text } of files) {
    const value = parsed(name, text);
    const { checks, seals } = await checkReceipt(value, {
      tapeKeys: keys.key === undefined ? undefined : [keys.key],
      slipKeys: keys.slipKey === undefined ? undefined : [keys.slipKey],
    });
    const wrong = checks.filter(({ ok }) => !ok);
    if (wrong.length > 0) throw new Error(`${name}: does not match\n${wrong.map(sayWrong).join('\n')}`);
    const { order, slip, runs } = value as Receipt;
    lines.push(
      `ok ${name}: matches, ${checks.length} of ${checks.length} checks, ${seals} ticks recomputed`,
      `   ${order.symbol} ${order.direction} ${order.seconds} s, ${order.stake} USDT: ${order.outcome}, pays ${order.payout} USDT`,
      `   ticks sealed by ${runs.at(-1)!.checkpoint.publicKey}`,
      `   slip signed by ${slip.publicKey}`,
    );
  }
  return lines;
}

/** The receipt in a file: as it is downloaded, or as the call answered it. */
function parsed(name: string, text: string): unknown {
  try {
    const value = JSON.parse(text) as { code?: number; data?: unknown };
    return value?.code === 200 && value.data ? value.data : value;
  } catch {
    throw new Error(`${name}: does not match\n  this is no receipt: the file cannot be read as JSON`);
  }
}

const sayWrong = ({ name, differs }: Check) => `  ${meanings[name]}${differs ? `: ${say(differs)}` : ''}`;

function say({ field, slot, given, wanted }: Difference): string {
  if (field === 'form') return given === '' ? 'it is something else' : `${given} is not as it must be`;
  if (field === 'symbol') return `ticks of ${nameOf(Number(given))} instead of ${nameOf(Number(wanted))}`;
  if (field === 'rule') return `rule ${given}; known are ${wanted}`;
  const where = slot === undefined ? field : `${field} at slot ${slot} (${timeOf(slot)})`;
  const spell = (text: string) => text.replaceAll('\n', ', ') || 'nothing';
  return given === '' && wanted === '' ? where : `${where} is ${spell(given)}, recomputed ${spell(wanted)}`;
}
