import type { Figures } from '@glasshouse/protocol/backoffice/dashboard';
import type { Db, Tx } from '#platform/database/db.ts';
import type { Figure } from '#platform/observability/figures.ts';
import { keepFigures, keptFigures } from './sql.ts';

type Name = keyof Figures;
// Each figure defines the type of its counted values.
// biome-ignore lint/suspicious/noExplicitAny: it goes from `count` through the table to `read` of the same figure
export type Sources = { [N in Name]: Figure<Figures[N], any> };
type Counted = Partial<Record<Name, unknown>>;

const namesOf = (sources: Sources) => Object.keys(sources) as Name[];

/** Counts all counted figures at one moment and stores them for every open page. Runs once a minute, in one process. */
export const countSite = (db: Db, now: Date, sources: Sources): Promise<void> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const counted: Counted = {};
      for (const name of namesOf(sources)) counted[name] = await sources[name].count?.(tx, now);
      await keepFigures(tx, now, counted);
    });

/** All figures, and when the counted ones were last counted; null before the first count of this release. */
export async function readFigures(tx: Tx, now: Date, sources: Sources): Promise<Figures & { countedAt: Date | null }> {
  const kept = await keptFigures(tx);
  const counted = (kept?.figures ?? {}) as Counted;
  const figures: Partial<Record<Name, unknown>> = {};
  let countedAt = kept?.at ?? null;
  for (const name of namesOf(sources)) {
    const source = sources[name];
    const known = source.count && source.form.safeParse(counted[name]);
    if (known?.success === false) countedAt = null;
    figures[name] = await source.read(tx, now, known?.success ? known.data : source.count && source.uncounted);
  }
  return { ...(figures as Figures), countedAt };
}
