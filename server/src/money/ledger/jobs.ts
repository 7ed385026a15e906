import { Gauge } from 'prom-client';
import { does, type JobContext, job } from '#platform/runtime/jobs.ts';
import { totalDays } from './days.ts';
import { countAlarms, proveNewLegs, proveNextAccounts } from './proof.ts';

/** Proves new legs and a part of the rest, and reports accounts that don't add up until a full check clears them. */
export function watchBooks({ db, log, registry }: Pick<JobContext, 'db' | 'log' | 'registry'>) {
  const drift = new Gauge({
    name: 'glasshouse_books_drift',
    help: 'Accounts and currencies that do not add up. Anything but 0 is an alarm.',
    registers: [registry],
  });
  const provedAt = new Gauge({
    name: 'glasshouse_books_proved_timestamp_seconds',
    help: 'When the books were last proved.',
    registers: [registry],
  });
  return async (now: Date): Promise<void> => {
    const found = [...(await proveNewLegs(db, now)), ...(await proveNextAccounts(db, now))];
    for (const { account, balance, legs } of found) {
      log.error({ account: String(account), balance: String(balance), legs }, 'the books do not add up');
    }
    drift.set(await countAlarms(db));
    provedAt.set(Math.floor(now.getTime() / 1000));
  };
}

export function jobs(context: JobContext) {
  const prove = watchBooks(context);
  return [
    does(job('prove_books'), () => prove(context.clock()), '* * * * *'),
    does(job('total_days'), async () => void (await totalDays(context.db, context.clock())), '*/5 * * * *'),
  ];
}
