import type { IncomeFile } from '@glasshouse/protocol/wealth/calls';
import { checkIncome, type IncomeCheck } from '@glasshouse/protocol/wealth/check-income';

const meanings: Record<IncomeCheck['name'], string> = {
  form: 'this is not an income file',
  seal: 'it was not signed as it stands',
  keys: 'it is signed by another key than the trusted one',
  terms: 'no product has such terms',
  amount: 'the amount paid does not follow from the terms',
  dates: 'its dates do not follow from the purchase',
  income: 'the income that is booked does not follow from the terms',
  earned: 'its earnings are not the sum of its income',
  returned: 'the returned amount does not follow from the terms',
  state: 'its state does not follow from its dates',
};

/** Recomputes downloaded income files. Throws at the first that does not match. */
export async function verifyIncome(
  files: { name: string; text: string }[],
  trusted: readonly string[] | undefined,
): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, text } of files) {
    const value = parsed(name, text);
    const checks = await checkIncome(value, trusted);
    const wrong = checks.filter(({ ok }) => !ok);
    if (wrong.length > 0) throw new Error(`${name}: does not match\n${wrong.map(say).join('\n')}`);
    const { holding, income, returned, seal } = value as IncomeFile;
    lines.push(
      `ok ${name}: matches, ${checks.length} of ${checks.length} checks, ${income.length} payments recomputed`,
      `   ${holding.terms.kind}, ${holding.units} units for ${holding.amount} USDT on ${holding.boughtAt}: earned ${holding.earned} USDT, ${
        returned ? `${returned.amount} USDT came back` : 'nothing came back'
      } (${holding.state})`,
      `   signed by ${seal.publicKey}`,
    );
  }
  return lines;
}

/** Parses a file in its downloaded form or as the response of the call. */
function parsed(name: string, text: string): unknown {
  try {
    const value = JSON.parse(text) as { code?: number; data?: unknown };
    return value?.code === 200 && value.data ? value.data : value;
  } catch {
    throw new Error(`${name}: does not match\n  ${meanings.form}: the file cannot be read as JSON`);
  }
}

function say({ name, given, wanted }: IncomeCheck): string {
  if (name === 'form') return `  ${meanings.form}: ${given === '' ? 'it is something else' : `${given} is invalid`}`;
  if (given === '' && wanted === '') return `  ${meanings[name]}`;
  return `  ${meanings[name]}: it says ${given || 'nothing'}, recomputed ${wanted || 'nothing'}`;
}
