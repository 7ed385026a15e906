import { watchBooks } from '../ledger/jobs.ts';
import { step } from '../platform/db.ts';
import { runJobs } from '../platform/jobs.ts';
import { openMail } from '../platform/mail.ts';
import { tidy } from '../session/jobs.ts';
import type { Process, Role } from './process.ts';

/** Does what may happen a moment later, or on time: sends mail, tidies up, proves the books. */
export async function startWorker({ config, clock, db, pool, log, metrics }: Process): Promise<Role> {
  const mail = openMail(config.SMTP_URL, config.MAIL_FROM);
  const proveBooks = watchBooks(db, log, metrics.registry);
  const work = {
    send_mail: mail.send,
    tidy: () => step(db, (tx) => tidy(tx, clock())),
    prove_books: () => proveBooks(clock()),
  };
  const runner = await runJobs(pool, work, log);
  return {
    name: 'worker',
    stop: async () => {
      await runner.stop();
      mail.close();
    },
  };
}
