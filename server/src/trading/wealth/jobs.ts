import type { BusOf } from '#platform/runtime/bus.ts';
import { does, type JobContext, job } from '#platform/runtime/jobs.ts';
import { payProducts } from './accrual.ts';
import { countAhead } from './outlook.ts';

export const jobs = ({ db, clock }: JobContext, bus: Pick<BusOf<'worker'>, 'publish'>) => [
  does(
    job('pay_products'),
    async () => {
      await payProducts(db, bus, clock);
      await countAhead(db);
    },
    '* * * * *',
  ),
];
