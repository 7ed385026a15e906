import { randomBytes } from 'node:crypto';
import { decideApproval } from '@glasshouse/protocol/backoffice/approvals';
import { inviteOperator } from '@glasshouse/protocol/operators/calls';
import type { OperatorRole } from '@glasshouse/protocol/operators/permissions';
import * as session from '@glasshouse/protocol/operators/session';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { checkAudit } from '#console/backoffice/backoffice.ts';
import type { Installation } from '#people/factors/factors.ts';
import { inTx, openDb, openPool } from '#platform/database/db.ts';
import { buildApp } from '#platform/http/app.ts';
import type { Route } from '#platform/http/http.ts';
import { seconds } from '#platform/runtime/clock.ts';
import { authenticateOperator, makeFirstOwner } from '#staff/operators/operators.ts';
import { officeRoutes } from '../src/roles/office-routes.ts';
import { codeAt, followLink, inviteAll, type Operator } from './operators.ts';
import { newBrowser, type World } from './world.ts';

export const officeOrigin = 'http://localhost:4110';
type Options = { routes?: (usual: Route[]) => Route[]; log?: 'intact' | 'broken'; keys?: Installation['keys'] };

/** The console of a world: its own app, cookie and database role, and one operator of each role. */
export async function openOffice(
  world: World,
  { routes = (usual) => usual, log = 'intact', keys = [randomBytes(32)] }: Options = {},
) {
  const pool = openPool(world.config.OFFICE_DATABASE_URL!, 5, () => {});
  const db = openDb(pool);
  const all = routes(officeRoutes({ keys, origins: [officeOrigin] }, world.files));
  const app = await buildApp({
    ...world,
    config: { ...world.config, ORIGINS: [officeOrigin] },
    db,
    routes: all,
    door: { cookie: 'glasshouse_operator', authenticateOperator },
  });
  onTestFinished(async () => {
    await app.close();
    // The log's chain must stay valid in every test; a test that breaks it says so.
    const { brokenAt } = await checkAudit(db);
    await pool.end();
    if ((brokenAt === undefined) !== (log === 'intact')) throw new Error(`the log is broken at ${brokenAt}`);
  });

  const visitor = (address?: string) => newBrowser(app, 'en-US', officeOrigin, address);
  const firstLink = async (email = 'owner@office.example') => {
    const person = { name: 'Olga Owner', email };
    const made = await inTx(db, (tx) => makeFirstOwner(tx, world.clock(), officeOrigin, person));
    if (!made.ok) throw new Error(made.error);
    return made.value.link;
  };
  /** The newest link in a mail to an operator that waits to be sent. */
  const linkMailedTo = async (email: string) => {
    const { rows } = await sql<{ text: string }>`
      select payload ->> 'text' as text from graphile_worker._private_jobs where payload ->> 'to' = ${email}
      order by id desc limit 1`.execute(world.owner);
    return /http\S+/.exec(rows[0]?.text ?? '')?.[0] ?? `no link was mailed to ${email}`;
  };
  /** Makes all operators more than a day old, in the table only. */
  const settle = () =>
    sql`update operator set enrolled_at = least(now(), ${world.clock()}) - interval '25 hours'`.execute(world.owner);
  /** All operators, set up through the calls and logged in, and no longer new. */
  const staff = async () => {
    const owner = visitor();
    const people: Operator[] = [await followLink(owner.call, await firstLink(), world.clock())];
    const browsers = [owner];
    const next = () => {
      browsers.push(visitor());
      return browsers.at(-1)!.call;
    };
    people.push(...(await inviteAll(owner.call, next, world.clock, linkMailedTo)));
    await settle();
    const byRole = people.map((person, i) => [person.role, { ...browsers[i]!, person }] as const);
    return Object.fromEntries(byRole) as Record<OperatorRole, (typeof byRole)[number][1]>;
  };
  /** Adds an operator of a role: the owner requests, the reviewer approves. No longer new either. */
  const another = async (role: OperatorRole, { owner, reviewer }: Awaited<ReturnType<typeof staff>>) => {
    const email = `another-${role}@office.example`;
    const invitation = { name: `Another ${role}`, email, role, language: 'en-US', reason: 'One more' } as const;
    const { waiting } = (await owner.call(inviteOperator, invitation)).data;
    await reviewer.call(decideApproval, { id: waiting!, decision: 'approve', reason: 'Agreed' });
    const browser = visitor();
    const person = await followLink(browser.call, await linkMailedTo(email), world.clock());
    await settle();
    return { ...browser, person };
  };
  /** Logs in again, with the next code of the authenticator app. */
  const logIn = async (person: Operator) => {
    world.pass(seconds(30));
    const browser = visitor();
    await browser.call(session.logIn, { email: person.email, password: person.password });
    await browser.call(session.answerCode, { code: codeAt(person.secret, world.clock()) });
    return { ...browser, person };
  };
  return { app, db, routes: all, visitor, firstLink, linkMailedTo, staff, another, logIn };
}
