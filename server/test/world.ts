import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint } from '@glasshouse/protocol/endpoint';
import type { Wallet } from '@glasshouse/protocol/ledger/books';
import type { Locale } from '@glasshouse/protocol/locales';
import type { Currency } from '@glasshouse/protocol/money';
import * as protocol from '@glasshouse/protocol/session/calls';
import type { FastifyInstance } from 'fastify';
import { Logger, runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import { inject, onTestFinished } from 'vitest';
import type { z } from 'zod';
import { files as messageFiles } from '#evidence/market/routes.ts';
import { files as logFiles } from '#evidence/publiclog/routes.ts';
import { post, systemAccount, walletOf } from '#money/ledger/ledger.ts';
import { checkBooks } from '#money/ledger/proof.ts';
import { sealKeys } from '#people/factors/factors.ts';
import { type Files, openFiles } from '#people/files/files.ts';
import { jobs } from '#people/security/security.ts';
import { createAuthenticate } from '#people/session/session.ts';
import { type Db, openDb, openPool, step } from '#platform/database/db.ts';
import { newId, newUsername } from '#platform/database/ids.ts';
import { buildApp } from '#platform/http/app.ts';
import type { Route } from '#platform/http/http.ts';
import { createLog, type Log } from '#platform/observability/log.ts';
import { createMetrics } from '#platform/observability/metrics.ts';
import { openBus } from '#platform/runtime/bus.ts';
import { plus } from '#platform/runtime/clock.ts';
import { type Config, readConfig } from '#platform/runtime/config.ts';
import { newestSms } from '#platform/runtime/sms.ts';
import { openSigner } from '#platform/security/signer.ts';
import { maintenanceGate } from '#site/site/site.ts';
import { publishSlipKey } from '#trading/orders/orders.ts';
import { asAdmin, ownerRole, urlFor, urlsFor } from '../database/prepare.ts';
import { openOrderServices } from '../src/roles/order-services.ts';
import { routesWith } from '../src/roles/routes.ts';
import { insertAccount } from './accounts.ts';
import { type Call, headersOf, keepCookies, newJar } from './browser.ts';
import { mayPostAnything } from './rights.ts';
import { filesFor, newSecret, newSigningKey } from './signing-key.ts';
import { endedMark } from './template.ts';

export const origin = 'http://127.0.0.1:4100';
type Options = {
  routes?: (all: readonly Route[]) => readonly Route[];
  ceilingMs?: number;
  smtpUrl?: string;
  books?: 'balance' | 'drift';
  /** Lets the application post every kind, for tests of the books themselves. */
  posts?: 'its own' | 'anything';
  /** Whether text messages are delivered, as in development. */
  textMessages?: boolean;
  /** A template for the database, instead of an empty one. */
  template?: string;
  /** When the world begins: use the real time where the database checks its own clock. */
  now?: Date;
  log?: Log;
  /** Differences from the default configuration of the app and of files. */
  config?: Partial<Config>;
  files?: (usual: Files) => Files;
};

/**
 * A world with its own database, the complete api on it, and a clock that the test moves. Everything is removed when
 * the test ends.
 */
export async function newWorld(options: Options = {}) {
  const {
    routes: choose = (all) => all,
    ceilingMs,
    smtpUrl = 'smtp://127.0.0.1:9',
    books = 'balance',
    posts = 'its own',
    textMessages = true,
  } = options;
  const database = `glasshouse_world_${newId().replaceAll('-', '')}`;
  const template = options.template ?? inject('template');
  await asAdmin(`create database ${database} template ${template} strategy file_copy owner ${ownerRole}`);
  const directory = await mkdtemp(join(tmpdir(), 'glasshouse-files-'));
  const config = readConfig({
    ...urlsFor(database),
    SLIP_SIGNING_KEY: newSigningKey(),
    ...filesFor(directory),
    FACTOR_SECRET: newSecret(),
    PICTURES_WITHOUT_NAMESPACES: '1',
    NATS_URL: 'nats://127.0.0.1:4222',
    ORIGINS: origin,
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Glasshouse <no-reply@glasshouse.example>',
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
  });
  const log = options.log ?? createLog(config.LOG_LEVEL);
  const pool = openPool(config.DATABASE_URL, config.DATABASE_CONNECTIONS, () => {});
  const ownerPool = openPool(urlFor(database, ownerRole), 2, () => {});
  const db = openDb(pool);
  const bus = openBus(config.NATS_URL, config.DATABASE_URL, log);
  if (posts === 'anything') await ownerPool.query(mayPostAnything);
  let now = options.now ?? new Date('2026-11-15T12:00:00Z');
  const clock = () => now;
  const metrics = createMetrics();
  const factors = { keys: sealKeys(config.FACTOR_SECRET!), origins: config.ORIGINS };
  const signer = openSigner(config.SLIP_SIGNING_KEY!);
  await publishSlipKey(db, now, signer);
  const opened = await openFiles({ ...config, ...options.config }, log);
  const files = options.files?.(opened) ?? opened;
  const papers = { files, specimenSigner: openSigner(config.SPECIMEN_SIGNING_KEY!) };
  const { WITNESSES: witnesses } = { ...config, ...options.config };
  const orderServices = openOrderServices({ db, clock, signer, bus });
  const routes = choose(routesWith({ ...orderServices, factors, witnesses, textMessages, ...papers }));
  const app = await buildApp({
    config: { ...config, ...options.config },
    db,
    bus,
    clock,
    log,
    metrics,
    routes,
    publicFiles: [logFiles, messageFiles],
    door: { cookie: 'glasshouse_session', authenticate: createAuthenticate(db) },
    closedUntil: maintenanceGate(),
    ...(ceilingMs && { ceilingMs }),
  });
  let ended: Promise<void> | undefined;
  const end = async () => {
    await app.close();
    // The books must balance after every test; a test that breaks them says so.
    const { drift } = await checkBooks(db);
    await ownerPool.query(`comment on database ${database} is '${endedMark(inject('template'))}'`);
    await Promise.all([pool.end(), ownerPool.end(), bus.close()]);
    await rm(directory, { recursive: true });
    if (drift.length > 0 !== (books === 'drift')) throw new Error(`books: ${drift.length} accounts do not add up`);
  };
  onTestFinished(() => world.end());

  const tasks = jobs({ db, clock, log, registry: metrics.registry, send: nowhere, origin, textMessages });
  const world = {
    app,
    config,
    log,
    metrics,
    pool,
    db,
    bus,
    database,
    routes,
    files,
    papers,
    clock,
    live: {},
    /**
     * Ends the world before its test does, for tests with many worlds, whose connections together would exceed the
     * server's.
     */
    end: () => {
      ended ??= end();
      return ended;
    },
    /** The role that migrates: for preparing data that no call can make. */
    owner: openDb(ownerPool),
    pass: (milliseconds: number) => {
      now = plus(now, milliseconds);
    },
    /** Adds money from outside to a wallet, which no call does. */
    give: (person: { number: bigint }, wallet: Wallet, currency: Currency, amount: bigint) =>
      step(world.owner, (tx) => {
        const moves = [
          { from: systemAccount('external', currency), to: walletOf(person.number, wallet, currency), amount },
        ];
        return post(tx, now, { kind: 'top_up', ref: newId(), moves });
      }),
    /** A visitor without a session, from an address. */
    visitor: (locale: Locale = 'en-US', address?: string) => newBrowser(app, locale, origin, address),
    /** Runs pending security jobs as the worker role does: text messages, wrong passwords. */
    work: () =>
      runOnce({
        pgPool: pool,
        noHandleSignals: true,
        logger: new Logger(() => () => {}),
        taskList: Object.fromEntries(tasks.map(({ name, work }) => [name, (payload) => work(payload as never)])),
      }),
    /** The newest code texted to a phone. */
    texted: async (phone: string) => {
      await world.work();
      // An alarm has no code, and may arrive in between.
      const texts = (await newestSms(db)).filter(({ text }) => !text.includes('/lock#'));
      return texts.find((sms) => sms.phone === phone)?.text.match(/\d{6,14}/)?.[0];
    },
    /**
     * A new, logged-in person. Their passwords are right but cheap to check; tests about passwords use `registered`.
     */
    person: async (details: { username?: string; tradePassword?: string | undefined } = {}) => {
      const browser = world.visitor();
      const phone = await nextPhone(db);
      const { username, tradePassword } = { username: newUsername(), tradePassword: usualTradePassword, ...details };
      const registration = { now, publish: bus.publish, device: 'lightMyRequest' };
      const account = { username, phone, country: 'CN', password, tradePassword };
      const info = await insertAccount(db, browser.jar, registration, account);
      return { ...browser, phone, info, number: BigInt(info.number) };
    },
    /** The same through the calls, with passwords hashed as for every user. */
    registered: async (details: Partial<z.input<typeof protocol.register.input>> = {}) => {
      const browser = world.visitor();
      const phone = await nextPhone(db);
      await browser.call(protocol.sendCode, { phone, purpose: 'register' });
      const code = await world.texted(phone);
      const usual = { phone, code, country: 'CN', password, tradePassword: usualTradePassword, accept: true as const };
      const answer = await browser.call(protocol.register, { ...usual, ...details } as never);
      if (answer.code !== 200) throw new Error(`could not register: ${JSON.stringify(answer)}`);
      const info = answer.data as protocol.UserInfo;
      return { ...browser, phone, info, number: BigInt(info.number) };
    },
  };
  return world;
}
const nowhere = async () => {}; // mails are dropped: a test that reads them starts a worker and opens a mailbox
export type World = Awaited<ReturnType<typeof newWorld>>;
export type Browser = ReturnType<typeof newBrowser>;
export const password = 'correct horse battery';
const usualTradePassword = '246810';

const nextPhone = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ n: string }>`select nextval('person_number')::text as n`.execute(db);
  return `+8613${rows[0]!.n.padStart(9, '0')}`;
};

/** A browser for an app that is not listening. `raw` can omit or replace any part of what the web app sends. */
export function newBrowser(app: FastifyInstance, locale: Locale = 'en-US', from = origin, remoteAddress = '127.0.0.1') {
  const jar = newJar();
  const raw = async (endpoint: Endpoint, body: unknown, headers: Record<string, string | undefined> = {}) => {
    const all = Object.entries({ ...headersOf(jar, from, locale), ...headers });
    const present = Object.fromEntries(all.filter(([, value]) => value !== undefined)) as Record<string, string>;
    const payload = endpoint.method === 'POST' ? { payload: body as object } : {};
    const { method, path: url } = endpoint;
    const response = await app.inject({ method, url, headers: present, remoteAddress, ...payload });
    keepCookies(jar, [response.headers['set-cookie'] ?? []].flat());
    return response;
  };
  const call: Call = async (endpoint, body) => (await raw(endpoint, body)).json();
  return { jar, raw, call };
}
