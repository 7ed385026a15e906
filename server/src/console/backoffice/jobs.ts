import { type Bench, does, job } from '#platform/runtime/jobs.ts';
import { countSite, type Sources } from './figures.ts';

export const siteCounted = job('count_site');

export const jobsWith = (sources: Sources, { db, clock }: Bench) => [
  does(siteCounted, () => countSite(db, clock(), sources), '* * * * *'),
];
