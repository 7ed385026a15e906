import { jobsWith as backofficeWith, siteCounted } from '#console/backoffice/backoffice.ts';
import { passByClock } from '#money/deposits/deposits.ts';
import { notifyInviterOf } from '#money/invites/invites.ts';
import { jobs as invites } from '#money/invites/jobs.ts';
import { jobs as ledger } from '#money/ledger/jobs.ts';
import { jobs as vipWith } from '#money/vip/vip.ts';
import { approveByClock, jobs as withdrawalsWith } from '#money/withdrawals/jobs.ts';
import { jobs as credit } from '#people/credit/credit.ts';
import { type Files, openFiles } from '#people/files/files.ts';
import { jobs as filesWith } from '#people/files/jobs.ts';
import { decideByClock, jobs as identityWith } from '#people/identity/jobs.ts';
import { jobs as personal } from '#people/personal/personal.ts';
import { jobs as security } from '#people/security/security.ts';
import { jobs as session } from '#people/session/jobs.ts';
import { wakeArchive, watchArchive } from '#platform/database/archive.ts';
import { bigintsAsText, openPool, step } from '#platform/database/db.ts';
import type { BusOf } from '#platform/runtime/bus.ts';
import { seconds } from '#platform/runtime/clock.ts';
import { every } from '#platform/runtime/faults.ts';
import { addJob, does, type JobContext, jobsAtOnce, jobsDone, runJobs, sendMail } from '#platform/runtime/jobs.ts';
import { openMail } from '#platform/runtime/mail.ts';
import { jobs as wealthWith } from '#trading/wealth/jobs.ts';
import { figures, personalParts, unfinished } from './domain-registry.ts';
import type { Process, Role } from './process.ts';

/** Every job of all domains. */
const tasksOf = (context: JobContext, files: Files, bus: BusOf<'worker'>) => [
  does(sendMail, context.send),
  ...security(context),
  ...session(context),
  ...ledger(context),
  ...credit(context),
  ...invites(context, bus),
  ...backofficeWith(figures, context),
  ...filesWith(context, files),
  ...identityWith(context, files),
  ...withdrawalsWith(context, files, bus),
  ...vipWith(context, bus),
  ...wealthWith(context, bus),
  ...personal(context, { files, bus, unfinished, parts: personalParts(files) }),
];

/**
 * Runs queued and scheduled jobs: sends mail, cleans up, proves the books, counts the site, erases files, approves cases by the clock,
 * rewards good months, returns deposits, pays the income of products.
 */
export async function startWorker({ config, clock, db, bus, log, metrics }: Process<'worker'>): Promise<Role> {
  const warn = (error: Error) => log.warn({ err: error }, 'database');
  const timeout = seconds(config.DATABASE_TIMEOUT_SECONDS);
  const pool = openPool(config.DATABASE_URL, jobsAtOnce + 2, warn, { timeout, types: bigintsAsText });
  const mail = openMail(config.SMTP_URL, config.MAIL_FROM);
  metrics.registry.registerMetric(jobsDone);
  watchArchive(metrics, db);
  const stopWaking = every(log, 'archive', 5000, async () => {
    if (await wakeArchive(db)) log.info('archive: a segment was overdue, woke PostgreSQL');
  });
  // Users are told that this takes about half a minute, but cron jobs run only once a minute.
  const stopReviews = [decideByClock(notifyInviterOf), passByClock, approveByClock].map((approve) =>
    every(log, 'reviews by the clock', 5000, () => approve(db, bus, clock())),
  );
  const context = {
    ...{ db, clock, log, registry: metrics.registry, send: mail.send },
    ...{ origin: config.ORIGINS[0]!, textMessages: config.DEVELOPMENT },
  };
  const tasks = tasksOf(context, await openFiles(config, log), bus);
  const runner = await runJobs(pool, tasks, log);
  // So that a new site has figures within its first minute.
  await step(db, (tx) => addJob(tx, siteCounted, {}));
  return {
    name: 'worker',
    stop: async () => {
      stopWaking();
      for (const stopReview of stopReviews) stopReview();
      await runner.stop();
      mail.close();
      await pool.end();
    },
  };
}
