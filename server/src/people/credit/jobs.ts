import { does, type JobContext, job } from '#platform/runtime/jobs.ts';
import { giveGoodMonths } from './months.ts';

export const jobs = ({ db, clock }: JobContext) => [
  does(job('give_good_months'), () => giveGoodMonths(db, clock()), '14 * * * *'),
];
