import { followChain, noEntry } from '@glasshouse/protocol/backoffice/audit';
import { entriesAfter } from '#platform/console/audit.ts';
import { type Db, step } from '#platform/database/db.ts';
import { does, type JobContext, job } from '#platform/runtime/jobs.ts';
import { countSite, type Sources } from './figures.ts';

export { figures } from './backups.ts';

const page = 500;

/** Recomputes the operators' log from its first entry to its last. */
export async function checkAudit(db: Db): Promise<{ entries: number; head: string; brokenAt?: number }> {
  let state = { entries: 0, head: noEntry };
  for (;;) {
    const entries = await step(db, (tx) => entriesAfter(tx, state.entries, page));
    if (entries.length === 0) return state;
    const followed = await followChain(state, entries);
    if (!followed.ok) return { ...state, brokenAt: followed.brokenAt };
    state = followed.state;
  }
}

export const siteCounted = job('count_site');

export const jobsWith = (sources: Sources, { db, clock }: JobContext) => [
  does(siteCounted, () => countSite(db, clock(), sources), '* * * * *'),
];
