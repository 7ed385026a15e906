import { type Finding, type RuleName, ruleNames } from './prose-rules.ts';

/** How many findings each file may have, by rule. The counts can only fall. */
export type Debt = { [Rule in RuleName]?: Record<string, number> };
export type Found = ReadonlyMap<string, readonly Finding[]>;

const countOf = (found: Found, rule: RuleName, file: string) =>
  found.get(file)?.filter((finding) => finding.rule === rule).length ?? 0;
const filesOf = (debt: Debt, found: Found, rule: RuleName) =>
  [...new Set([...Object.keys(debt[rule] ?? {}), ...found.keys()])].sort();

const maxListed = 20;

/** Files that exceed their count with their findings, and counts that can be lowered. */
export function compareDebt(debt: Debt, found: Found) {
  const exceeded: string[] = [];
  const stale: string[] = [];
  for (const rule of ruleNames) {
    for (const file of filesOf(debt, found, rule)) {
      const [max, count] = [debt[rule]?.[file] ?? 0, countOf(found, rule, file)];
      if (count < max) stale.push(`${file}: ${rule} is down from ${max} to ${count}`);
      if (count <= max) continue;
      const findings = found.get(file)!.filter((finding) => finding.rule === rule);
      const shown = findings.slice(0, maxListed);
      exceeded.push(
        `${file}: ${rule} found ${count} times, at most ${max}`,
        ...shown.map(({ line, match, advice }) => `  ${file}:${line} "${match}": ${advice}`),
        ...(findings.length > maxListed ? [`  and ${findings.length - maxListed} more`] : []),
      );
    }
  }
  return { exceeded, stale };
}

/**
 * The same debt with lower counts. A count never rises; a file that is new gets only what files that are gone leave behind, so that a file
 * can be moved. Without a debt to start from, everything found becomes the debt.
 */
export function lowerDebt(debt: Debt | undefined, found: Found, exists: (file: string) => boolean): Debt {
  const lowered: Debt = {};
  for (const rule of ruleNames) {
    const old = debt?.[rule] ?? {};
    let left = Object.entries(old)
      .filter(([file]) => !exists(file))
      .reduce((sum, [, count]) => sum + count, 0);
    const entries = filesOf(debt ?? {}, found, rule).flatMap((file) => {
      const count = countOf(found, rule, file);
      if (debt === undefined || count <= (old[file] ?? 0)) return [[file, count] as const];
      if (file in old || count > left) return [[file, old[file] ?? 0] as const];
      left -= count;
      return [[file, count] as const];
    });
    lowered[rule] = Object.fromEntries(entries.filter(([, count]) => count > 0));
  }
  return lowered;
}
