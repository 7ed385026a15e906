import { readFileSync } from 'node:fs';

/** A metric as documented in docs/reference/metrics.md. */
type Documented = { name: string; type: string; labels: string[]; meaning: string; others: boolean };

/** All metrics of docs/reference/metrics.md; `others` come from other exporters. */
export function documentedMetrics(): Documented[] {
  const text = readFileSync(new URL('../../docs/reference/metrics.md', import.meta.url), 'utf8');
  const [ours = '', others = ''] = text.split('\n## Other exporters\n');
  const read = (part: string, others: boolean) =>
    [...part.matchAll(/^\| `(\w+)` \| (\w+) \| ?([^|]*?) ?\| ([^|]+) \|/gm)].map(([, name, type, labels, meaning]) => ({
      name: name!,
      type: type!,
      labels: [...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label!),
      meaning: meaning!,
      others,
    }));
  return [...read(ours, false), ...read(others, true)];
}

/** The names of the metrics that a process exports, with their types. */
export const exportedMetrics = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name!, type!]));

/** Labels that a process uses, by metric, without the built-in ones of histograms and summaries. */
export function exportedLabels(text: string): Map<string, Set<string>> {
  const types = exportedMetrics(text);
  const found = new Map<string, Set<string>>();
  for (const [, sample, labels] of text.matchAll(/^(\w+)\{([^}]*)\}/gm)) {
    const name = types.has(sample!) ? sample! : sample!.replace(/_(bucket|sum|count)$/, '');
    const own = found.get(name) ?? new Set();
    for (const [, label] of labels!.matchAll(/(\w+)="/g)) if (label !== 'le') own.add(label!);
    found.set(name, own);
  }
  return found;
}
