import { unitsOf } from '@glasshouse/protocol/site/bounds';
import { ascending } from '@glasshouse/protocol/site/office';
import { type BrokenRule, checkBounded } from '../lib/rules.ts';
import { type MoneyName, moneyNames } from './settings.ts';

type Settings = Readonly<Record<MoneyName, string>>;
type Problems = Partial<Record<MoneyName, BrokenRule>>;

/** The broken rules of changed settings. The server checks them too, and also knows the changes of today. */
export function moneyProblems(before: Settings, after: Settings): Problems {
  const isChanged = (name: MoneyName) => unitsOf(name, before[name]) !== unitsOf(name, after[name]);
  const problems: Problems = {};
  for (const name of moneyNames.filter(isChanged)) {
    const problem = checkBounded(name, before[name], after[name]);
    if (problem) problems[name] = problem;
  }
  for (const names of ascending)
    for (const [place, upper] of names.slice(1).entries()) {
      const lower = names[place]!;
      const [low, high] = [unitsOf(lower, after[lower]), unitsOf(upper, after[upper])];
      if (low === undefined || high === undefined || low <= high) continue;
      if (isChanged(lower)) problems[lower] ??= { rule: 'above', other: upper, value: after[upper] };
      if (isChanged(upper)) problems[upper] ??= { rule: 'below', other: lower, value: after[lower] };
    }
  return problems;
}
