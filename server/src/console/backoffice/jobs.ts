import { does, type JobContext, job } from '#platform/runtime/jobs.ts';
import { countSite, type Sources } from './figures.ts';

export const siteCounted = job('count_site');

export const jobsWith = (sources: Sources, { db, clock }: JobContext) => [
  does(siteCounted, () => countSite(db, clock(), sources), '* * * * *'),
];
