import { type Bounded, bounds, reachOf, textOf, unitsOf } from '@glasshouse/protocol/site/bounds';
import { ascending } from '@glasshouse/protocol/site/office';
import { type MoneyName, moneyNames } from './settings.ts';

type Settings = Readonly<Record<MoneyName, string>>;
type Problem =
  | { rule: 'number'; decimals: number }
  | { rule: 'bounds' | 'step'; least: string; most: string }
  | { rule: 'above' | 'below'; other: MoneyName; value: string };
type Problems = Partial<Record<MoneyName, Problem>>;

/** What is wrong with one value by itself. */
function problemOf(name: Bounded, before: string, after: string): Problem | undefined {
  const units = unitsOf(name, after);
  if (units === undefined) return { rule: 'number', decimals: bounds[name].decimals };
  const { least, most } = bounds[name];
  if (units < unitsOf(name, least)! || units > unitsOf(name, most)!) return { rule: 'bounds', least, most };
  const reach = reachOf(name, unitsOf(name, before)!);
  if (units >= reach.least && units <= reach.most) return undefined;
  return { rule: 'step', least: textOf(name, reach.least), most: textOf(name, reach.most) };
}

/** What the server would refuse, under the settings that were changed. The server also knows what was changed today. */
export function moneyProblems(before: Settings, after: Settings): Problems {
  const isChanged = (name: MoneyName) => unitsOf(name, before[name]) !== unitsOf(name, after[name]);
  const problems: Problems = {};
  for (const name of moneyNames.filter(isChanged)) {
    const problem = problemOf(name, before[name], after[name]);
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
