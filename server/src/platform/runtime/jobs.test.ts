import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { appRole } from '../../../database/prepare.ts';
import { newWorld, type World } from '../../../test/world.ts';
import { bigintsAsText, openPool, step } from '../database/db.ts';
import { faults } from './faults.ts';
import { addJob, does, runJobs, sendMail } from './jobs.ts';
import type { Mail } from './mail.ts';

const mail = { to: 'ann@example.com', subject: 'Hello', text: 'Hello' };
const connections = 6;

function poolOf(world: World) {
  const pool = openPool(world.config.DATABASE_URL, connections, () => {}, { types: bigintsAsText });
  onTestFinished(async () => {
    if (!pool.ending) await pool.end();
  });
  return pool;
}

const left = async (world: World) => {
  const { rows } = await sql<{ jobs: bigint }>`select count(*) as jobs from graphile_worker.jobs
    where task_identifier = 'send_mail'`.execute(world.owner);
  return rows[0]!.jobs;
};

test('a job that ends while the worker is being stopped is not repeated', async () => {
  const world = await newWorld();
  const pool = poolOf(world);
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const send = async () => {
    begun.resolve();
    await ended.promise;
  };
  const runner = await runJobs(pool, [does(sendMail, send)], world.log);
  await step(world.db, (tx) => addJob(tx, sendMail, mail));
  await begun.promise;
  const stopped = runner.stop().then(() => pool.end());
  const listens = () =>
    sql`select 1 from pg_stat_activity where datname = ${world.database} and query like 'LISTEN%'`.execute(world.owner);
  await expect.poll(async () => (await listens()).rows).toEqual([]); // it accepts no more jobs
  ended.resolve();
  await stopped;
  expect(await left(world)).toBe(0n);
});

test('work continues after a job could not be recorded as done', async () => {
  const world = await newWorld();
  const done: string[] = [];
  const send = async ({ to }: Mail) => void done.push(to);
  const runner = await runJobs(poolOf(world), [does(sendMail, send)], world.log);
  onTestFinished(() => runner.stop());
  const write = (may: 'grant' | 'revoke') =>
    sql`${sql.raw(may)} delete on graphile_worker._private_jobs ${sql.raw(may === 'grant' ? 'to' : 'from')} ${sql.raw(appRole)}`.execute(
      world.owner,
    );
  const ask = (to: string) => step(world.db, (tx) => addJob(tx, sendMail, { ...mail, to }));
  await write('revoke');
  await ask('ann@example.com');
  await expect.poll(() => done).toEqual(['ann@example.com']);
  const ended = async () => (await faults.get()).values.find(({ labels }) => labels.where === 'jobs')?.value ?? 0;
  await expect.poll(ended, { timeout: 10_000 }).toBeGreaterThan(0);
  await write('grant');
  await ask('ben@example.com');
  await expect.poll(() => done, { timeout: 10_000 }).toEqual(['ann@example.com', 'ben@example.com']);
});
