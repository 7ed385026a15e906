import { type Bounded, bounds, reachOf, textOf, unitsOf } from '@glasshouse/protocol/site/bounds';
import { fieldName, grouped } from './fields.ts';
import { t } from './words.tsx';

/** The rule that a typed value breaks, with the values it allows. `other` names another field. */
export type BrokenRule =
  | { rule: 'whole' }
  | { rule: 'number'; decimals: number }
  | { rule: 'bounds'; least: string; most: string }
  | { rule: 'step'; least: string; most: string; step: string }
  | { rule: 'above' | 'below'; other: string; value: string };

/** Checks a value against its bounds, and against the largest step from the value in force. */
export function checkBounded(name: Bounded, before: string, after: string): BrokenRule | undefined {
  const { decimals, least, most, step } = bounds[name];
  const units = unitsOf(name, after);
  if (units === undefined) return decimals === 0 ? { rule: 'whole' } : { rule: 'number', decimals };
  const reach = reachOf(name, unitsOf(name, before)!);
  if (units >= reach.least && units <= reach.most) return undefined;
  // The step is usually the narrower limit: a value within the bounds alone would be refused again.
  if (step === most) return { rule: 'bounds', least, most };
  return { rule: 'step', least: textOf(name, reach.least), most: textOf(name, reach.most), step };
}

export function ruleWords(broken: BrokenRule): string {
  if (broken.rule === 'whole') return t('money.rules.whole');
  if (broken.rule === 'number') return t('money.rules.number', { decimals: broken.decimals });
  if ('other' in broken)
    return t(`money.rules.${broken.rule}`, { name: fieldName(broken.other), value: grouped(broken.value) });
  const range = { least: grouped(broken.least), most: grouped(broken.most) };
  return broken.rule === 'bounds'
    ? t('money.rules.bounds', range)
    : t('money.rules.step', { ...range, step: grouped(broken.step) });
}
