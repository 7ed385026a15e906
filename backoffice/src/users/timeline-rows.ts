import type { TimelineEvent } from '@glasshouse/protocol/backoffice/timeline';

// Cases that start together with a movement of money, by its flow.
const flows: Record<string, string> = { withdrawal: 'withdraw', top_up: 'recharge', vip_refund: 'refund' };
const sameMs = 2000;

export type TimelineRow = TimelineEvent & { caseKind: string | null };

/** The events of a timeline. Money and the case it was submitted in are one row, which leads to the case. */
export function timelineRows(events: readonly TimelineEvent[]): TimelineRow[] {
  const begun = new Map<string, TimelineEvent>();
  for (const submitted of events) {
    if (submitted.group !== 'cases' || submitted.state !== 'submitted' || !flows[submitted.kind]) continue;
    const moved = events.find(
      ({ group, kind, at, key, amount }) =>
        group === 'money' &&
        kind === flows[submitted.kind] &&
        !begun.has(key) &&
        Math.abs(Date.parse(at) - Date.parse(submitted.at)) < sameMs &&
        (submitted.amount === null || submitted.amount.amount === amount?.amount),
    );
    if (moved) begun.set(moved.key, submitted);
  }
  const merged = new Set([...begun.values()].map(({ key }) => key));
  return events
    .filter(({ key }) => !merged.has(key))
    .map((event) => {
      const submitted = begun.get(event.key);
      if (submitted) return { ...event, case: submitted.case, caseKind: submitted.kind };
      return { ...event, caseKind: event.group === 'cases' ? event.kind : null };
    });
}
