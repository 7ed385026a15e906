import type { Wallet } from '@glasshouse/protocol/books';
import type { Endpoint, Envelope } from '@glasshouse/protocol/endpoint';
import type { Locale } from '@glasshouse/protocol/locales';
import type { Currency } from '@glasshouse/protocol/money';
import * as protocol from '@glasshouse/protocol/session';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { inject, onTestFinished } from 'vitest';
import type { z } from 'zod';
import { appRole, asAdmin, feedRole, officeRole, ownerRole, settleRole, urlFor } from '../database/prepare.ts';
import { createOpener, publishSlipKey } from '../src/contracts/contracts.ts';
import { post, systemAccount, walletOf } from '../src/ledger/ledger.ts';
import { checkBooks } from '../src/ledger/proof.ts';
import { buildApp } from '../src/platform/app.ts';
import { plus } from '../src/platform/clock.ts';
import { readConfig } from '../src/platform/config.ts';
import { openDb, openPool, step } from '../src/platform/db.ts';
import type { Route } from '../src/platform/http.ts';
import { newId } from '../src/platform/ids.ts';
import { createLog } from '../src/platform/log.ts';
import { createMetrics } from '../src/platform/metrics.ts';
import { openSigner } from '../src/platform/signer.ts';
import { newestSms } from '../src/platform/sms.ts';
import { routesWith } from '../src/roles/routes.ts';
import { createAuthenticate } from '../src/session/session.ts';
import { maintenanceGate } from '../src/site/site.ts';
import { newSigningKey } from './signing-key.ts';

export const origin = 'http://127.0.0.1:4100';
type Options = {
  routes?: (all: readonly Route[]) => readonly Route[];
  ceilingMs?: number;
  smtpUrl?: string;
  books?: 'balance' | 'drift';
};

/** A database of its own, the whole api on it, and a clock to turn. Everything is gone when the test ends. */
export async function newWorld(options: Options = {}) {
  const { routes: choose = (all) => all, ceilingMs, smtpUrl = 'smtp://127.0.0.1:9', books = 'balance' } = options;
  const database = `glasshouse_world_${newId().replaceAll('-', '')}`;
  await asAdmin(`create database ${database} template ${inject('template')} owner ${ownerRole}`);
  const config = readConfig({
    DATABASE_URL: urlFor(database, appRole),
    FEED_DATABASE_URL: urlFor(database, feedRole),
    OFFICE_DATABASE_URL: urlFor(database, officeRole),
    SETTLE_DATABASE_URL: urlFor(database, settleRole),
    SLIP_SIGNING_KEY: newSigningKey(),
    NATS_URL: 'nats://127.0.0.1:4222',
    ORIGINS: origin,
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Glasshouse <no-reply@glasshouse.example>',
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
  });
  const log = createLog(config.LOG_LEVEL);
  const pool = openPool(config.DATABASE_URL, config.DATABASE_CONNECTIONS, () => {});
  const ownerPool = openPool(urlFor(database, ownerRole), 2, () => {});
  const db = openDb(pool);
  let now = new Date('2026-11-15T12:00:00Z');
  const clock = () => now;
  const metrics = createMetrics();
  const signer = openSigner(config.SLIP_SIGNING_KEY!);
  await publishSlipKey(db, now, signer);
  const routes = choose(routesWith({ opener: createOpener({ db, clock, signer }), signer }));
  const app = await buildApp({
    config,
    db,
    clock,
    log,
    metrics,
    routes,
    door: { cookie: 'glasshouse_session', authenticate: createAuthenticate(db) },
    closedUntil: maintenanceGate(),
    ...(ceilingMs && { ceilingMs }),
  });
  onTestFinished(async () => {
    await app.close();
    // Whatever a test did, no money was made or lost; one that breaks the books says so.
    const { drift } = await checkBooks(db);
    await Promise.all([pool.end(), ownerPool.end()]);
    await asAdmin(`drop database ${database} with (force)`);
    if (drift.length > 0 !== (books === 'drift')) throw new Error(`books: ${drift.length} accounts do not add up`);
  });

  const world = {
    app,
    config,
    log,
    metrics,
    pool,
    db,
    database,
    routes,
    clock,
    live: {},
    /** The role that migrates: for arranging what no call may do. */
    owner: openDb(ownerPool),
    pass: (milliseconds: number) => {
      now = plus(now, milliseconds);
    },
    /** Money from outside into a wallet. */
    give: (person: { number: bigint }, wallet: Wallet, currency: Currency, amount: bigint) =>
      step(db, (tx) => {
        const moves = [
          { from: systemAccount('external', currency), to: walletOf(person.number, wallet, currency), amount },
        ];
        return post(tx, now, { kind: 'top_up', ref: newId(), moves });
      }),
    visitor: (locale: Locale = 'en-US') => newBrowser(app, locale),
    /** The newest six digits texted to a phone. */
    texted: async (phone: string) => (await newestSms(db)).find((sms) => sms.phone === phone)?.text.match(/\d{6}/)?.[0],
    /** A registered and logged-in person, made through the calls themselves. */
    person: async (details: Partial<z.input<typeof protocol.register.input>> = {}) => {
      const browser = world.visitor();
      const { rows } = await sql<{ n: string }>`select nextval('person_number')::text as n`.execute(db);
      const phone = `+8613${rows[0]!.n.padStart(9, '0')}`;
      await browser.call(protocol.sendCode, { phone, purpose: 'register' });
      const code = await world.texted(phone);
      const input = {
        phone,
        code,
        country: 'CN',
        password,
        tradePassword: '246810',
        accept: true as const,
        ...details,
      };
      const answer = await browser.call(protocol.register, input as never);
      if (answer.code !== 200) throw new Error(`could not register: ${JSON.stringify(answer)}`);
      const info = answer.data as protocol.UserInfo;
      return { ...browser, phone, info, number: BigInt(info.number) };
    },
  };
  return world;
}
export type World = Awaited<ReturnType<typeof newWorld>>;
export type Browser = ReturnType<typeof newBrowser>;
export const password = 'correct horse battery';

/** Keeps cookies and sends what the web app sends. `raw` leaves out or replaces any of it. */
export function newBrowser(app: FastifyInstance, locale: Locale = 'en-US', from = origin) {
  const jar = new Map<string, string>([['XSRF-TOKEN', 'made-by-the-test']]);
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const keep = (response: LightMyRequestResponse) => {
    for (const { name, value, maxAge, expires } of response.cookies) {
      if (maxAge === 0 || (expires && expires.getTime() === 0)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  const raw = async (endpoint: Endpoint, body: unknown, headers: Record<string, string | undefined> = {}) => {
    const all = {
      cookie: cookie(),
      origin: from,
      'x-xsrf-token': jar.get('XSRF-TOKEN'),
      think_lang: locale,
      ...headers,
    };
    const present = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >;
    const payload = endpoint.method === 'POST' ? { payload: body as object } : {};
    return keep(await app.inject({ method: endpoint.method, url: endpoint.path, headers: present, ...payload }));
  };
  const call = async <E extends Endpoint>(endpoint: E, body: z.input<E['input']>) =>
    (await raw(endpoint, body)).json<Envelope & { data: z.input<E['output']> & { reason?: string } }>();
  return { jar, raw, call };
}
