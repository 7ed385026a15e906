import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { countAlarms, proveNewLegs } from './proof.ts';

/** Watches the books: once a minute proves what is new, and shows what does not add up until a full check clears it. */
export function watchBooks(db: Db, log: Log, registry: Registry) {
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
    for (const { account, balance, legs } of await proveNewLegs(db, now)) {
      log.error({ account: String(account), balance: String(balance), legs }, 'the books do not add up');
    }
    drift.set(await countAlarms(db));
    provedAt.set(Math.floor(now.getTime() / 1000));
  };
}
