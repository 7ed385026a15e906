import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { startWorker } from '#roles/worker.ts';
import { openMailbox } from '../../../test/mailbox.ts';
import { newWorld } from '../../../test/world.ts';
import { step } from '../database/db.ts';
import { addJob, jobsDone, sendMail } from './jobs.ts';

test('a mail that is refused twice is retried with increasing delays and delivered once', async () => {
  jobsDone.reset(); // one counter per process, which other tests have used
  let tries = 0;
  const arrived: string[] = [];
  const mailbox = await openMailbox(
    0,
    (to) => arrived.push(to),
    () => ++tries <= 2,
  );
  const world = await newWorld({ smtpUrl: mailbox.url });
  const worker = await startWorker({ ...world, bus: undefined as never });
  onTestFinished(async () => {
    await worker.stop();
    await mailbox.close();
  });
  await step(world.db, (tx) => addJob(tx, sendMail, { to: 'ann@example.com', subject: 'Hello', text: 'Hello' }));
  const waiting = async () => {
    const { rows } = await sql<{ attempts: number; pause: number; last_error: string | null }>`
      select attempts, last_error, extract(epoch from run_at - updated_at)::float as pause from graphile_worker.jobs
      where task_identifier = 'send_mail' and locked_at is null`.execute(world.owner);
    return rows;
  };
  const pauses: number[] = [];
  for (const attempts of [1, 2]) {
    await expect.poll(waiting, { timeout: 15_000 }).toMatchObject([{ attempts, last_error: expect.any(String) }]);
    expect(tries).toBe(attempts);
    pauses.push((await waiting())[0]!.pause);
    // Only the table skips the delay.
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(world.owner);
  }
  expect(pauses[0]).toBeGreaterThan(1);
  expect(pauses[1]).toBeGreaterThan(pauses[0]! * 2);
  await expect.poll(() => arrived, { timeout: 15_000 }).toEqual(['ann@example.com']);
  await expect
    .poll(
      async () =>
        (await sql`select 1 from graphile_worker.jobs where task_identifier = 'send_mail'`.execute(world.owner)).rows,
    )
    .toEqual([]);
  expect([tries, arrived.length]).toEqual([3, 1]);
  // A job is counted shortly after its row is deleted.
  const metrics = () => world.metrics.registry.metrics();
  await expect.poll(metrics).toContain('glasshouse_jobs_total{task="send_mail",outcome="done"} 1');
  expect(await metrics()).toContain('glasshouse_jobs_total{task="send_mail",outcome="failed"} 2');
});
