import { setTimeout as wait } from 'node:timers/promises';
import { endpoint, nothing, visitorsReading } from '@glasshouse/protocol/endpoint';
import * as factors from '@glasshouse/protocol/factors/calls';
import * as security from '@glasshouse/protocol/security/calls';
import * as protocol from '@glasshouse/protocol/session/calls';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { newToken, tokenHash } from '#platform/database/ids.ts';
import { serve } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import { createLog } from '#platform/observability/log.ts';
import { minutes } from '#platform/runtime/clock.ts';
import { startWorker } from '#roles/worker.ts';
import { newWorld, password, type World } from '../../../test/world.ts';

let networks = 0;
const visitor = (world: World) => world.visitor('en-US', `10.9.${++networks >> 8}.${networks & 255}`);

/** Every statement of this process's pool, as it is sent. */
function watchStatements(world: World): string[] {
  const seen: string[] = [];
  const watched = new WeakSet<object>();
  world.pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const [asked] = args as [string | { text: string }];
      seen.push(typeof asked === 'string' ? asked : asked.text);
      return query(...args);
    }) as never;
  });
  return seen;
}

test('requesting a code does the same work with and without an account', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const statements = watchStatements(world);
  for (const purpose of ['register', 'forget'] as const) {
    const done: string[][] = [];
    for (const phone of [ann.phone, '+8613900139000']) {
      world.pass(minutes(10));
      statements.length = 0;
      expect((await visitor(world).call(protocol.sendCode, { phone, purpose })).code).toBe(200);
      done.push([...statements]);
    }
    expect(done[0]!.length).toBeGreaterThan(3);
    expect(done[0]).toEqual(done[1]);
  }
  // So do a wrong code and a wrong password.
  await world.work();
  const wrongs = [
    (account: string) =>
      visitor(world).call(protocol.forget, { phone: account, code: '000000', password: 'another password' }),
    (account: string) => visitor(world).call(protocol.login, { account, password: 'not the password' }),
  ];
  for (const wrong of wrongs) {
    const done: string[][] = [];
    for (const phone of [ann.phone, '+8613900139000']) {
      statements.length = 0;
      expect((await wrong(phone)).code).toBe(400);
      done.push([...statements]);
    }
    expect(done[0]!.length).toBeGreaterThan(3);
    expect(done[0]).toEqual(done[1]);
  }
});

test("binding a contact does the same work for another user's contact as for a free one", async () => {
  const world = await newWorld();
  const [ann, bob] = [await world.person(), await world.person()];
  await bob.call(security.sendContactCode, { kind: 'phone' });
  const oldCode = (await world.texted(bob.phone))!;
  const statements = watchStatements(world);
  const acts = [
    (phone: string) => bob.call(security.sendContactCode, { kind: 'phone', phone }),
    (phone: string) => bob.call(security.changeContact, { kind: 'phone', phone, password, oldCode, newCode: '000000' }),
  ];
  for (const act of acts) {
    const done: { answer: unknown; statements: string[] }[] = [];
    for (const phone of [ann.phone, '+8613900139000']) {
      statements.length = 0;
      done.push({ answer: await act(phone), statements: [...statements] });
    }
    expect(done[0]!.statements.length).toBeGreaterThan(3);
    expect(done[0]).toEqual(done[1]);
  }
});

/** How often the first takes longer than the second: about half the time if they can't be distinguished. */
async function oftenLonger(rounds: number, first: () => Promise<unknown>, second: () => Promise<unknown>) {
  const times: [number[], number[]] = [[], []];
  const sample = async (which: 0 | 1) => {
    const began = performance.now();
    await [first, second][which]!();
    times[which].push(performance.now() - began);
  };
  // Alternately, each first equally often, so that other work of this machine affects both.
  for (let i = 0; i < rounds; i++)
    for (const which of i % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) await sample(which);
  // Compares only neighboring runs, because the load of the machine changes from minute to minute.
  const longer = times[0].filter((time, round) => time > times[1][round]!);
  return {
    share: longer.length / rounds,
    /** Four standard deviations of that share if both have the same distribution. */
    chance: 4 * Math.sqrt(0.25 / rounds),
  };
}

test('the timing of a requested code does not reveal accounts', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const ask = (phone: string) => () => {
    world.pass(minutes(10));
    return visitor(world).call(protocol.sendCode, { phone, purpose: 'forget' });
  };
  const asks = [ask(ann.phone), ask('+8613900139000')] as const;
  await oftenLonger(10, ...asks);
  const { share, chance } = await oftenLonger(300, ...asks);
  expect(Math.abs(share - 0.5)).toBeLessThan(chance);
}, 180_000);

test('the timing of a refused log-in does not reveal accounts, because a hash is compared in both cases', async () => {
  const world = await newWorld();
  await world.registered({ username: 'ann' });
  const guess = (account: string) => () => {
    world.pass(minutes(10));
    return visitor(world).call(protocol.login, { account, password: 'not the password' });
  };
  const guesses = [guess('ann'), guess('nobody-here')] as const;
  await oftenLonger(2, ...guesses);
  const { share, chance } = await oftenLonger(60, ...guesses);
  expect(Math.abs(share - 0.5)).toBeLessThan(chance);
}, 120_000);

const nobodys = '+8613900139000';
const wrongs = {
  'a code to set a password': (world: World, phone: string) =>
    visitor(world).call(protocol.forget, { phone, code: '000000', password: 'another password' }),
  'a code to register': (world: World, phone: string) =>
    visitor(world).call(protocol.register, {
      ...{ phone, code: '000000', password: 'another password', tradePassword: '135790' },
      ...{ country: 'JP', accept: true },
    }),
};

test.each(Object.entries(wrongs))(
  'the timing of refusing %s does not reveal accounts, and the measure would notice an answer that takes twice as long',
  async (_, refuse) => {
    const world = await newWorld();
    const ann = await world.person();
    const known = () => refuse(world, ann.phone);
    const unknown = () => refuse(world, nobodys);
    const times: number[] = [];
    for (let i = 0; i < 15; i++) {
      const began = performance.now();
      expect((await (i % 2 ? known : unknown)()).data.reason).toBe('wrong_code');
      times.push(performance.now() - began);
    }
    const { share, chance } = await oftenLonger(120, known, unknown);
    expect(Math.abs(share - 0.5)).toBeLessThan(chance);
    const [median] = times.toSorted((a, b) => a - b).slice(7);
    const slower = async () => {
      await known();
      await wait(median);
    };
    const planted = await oftenLonger(60, slower, unknown);
    expect(planted.share - 0.5).toBeGreaterThan(planted.chance);
  },
  120_000,
);

test('the timing of sending or refusing a code for a new contact does not reveal accounts', async () => {
  const world = await newWorld();
  const [ann, bob] = [await world.person(), await world.person()];
  const ask = (phone: string) => () => {
    world.pass(minutes(10));
    return bob.call(security.sendContactCode, { kind: 'phone', phone });
  };
  const change = (phone: string) => () => {
    world.pass(minutes(10));
    const given = { password, oldCode: '000000', newCode: '000000' };
    return bob.call(security.changeContact, { kind: 'phone', phone, ...given });
  };
  for (const [act, rounds] of [
    [ask, 120],
    [change, 40],
  ] as const) {
    const { share, chance } = await oftenLonger(rounds, act(ann.phone), act(nobodys));
    expect(Math.abs(share - 0.5)).toBeLessThan(chance);
  }
}, 120_000);

/** The bytes of an answer, without the parts that differ in every call. */
async function bytesOf(answer: ReturnType<ReturnType<World['visitor']>['raw']>) {
  const { statusCode, headers, body } = await answer;
  const { date: _, 'x-request-id': __, ...rest } = headers;
  return { statusCode, rest, body: body.replaceAll(/"challenge":"[\w-]+"/g, '"challenge":""') };
}

test('every answer is byte-identical with and without an account', async () => {
  const world = await newWorld();
  const [ann, bob] = [await world.person({ username: 'ann' }), await world.person()];
  const { info } = ann;
  const link = (expires_at: Date, token = newToken()) =>
    world.owner
      .insertInto('lock_link')
      .values({ token_hash: tokenHash(token), person: info.id, expires_at })
      .execute()
      .then(() => token);
  const over = await link(world.clock());
  const used = await link(new Date(world.clock().getTime() + minutes(5)));
  const details = { code: '000000', password: 'another password' };
  const registration = { ...details, tradePassword: '135790', country: 'JP', accept: true };
  const contact = { kind: 'phone', password, oldCode: '000000', newCode: '000000' };
  // Each call for an existing account and for none.
  const pairs: Record<string, (known: boolean) => ReturnType<ReturnType<World['visitor']>['raw']>> = {
    'log in by name': (known) =>
      visitor(world).raw(protocol.login, { account: known ? 'ann' : 'nobody', password: 'not the password' }),
    'log in with a code': (known) =>
      visitor(world).raw(protocol.login, { account: known ? 'ann' : 'nobody', password: 'no', code: '000000' }),
    'send a code to register': (known) =>
      visitor(world).raw(protocol.sendCode, { phone: known ? ann.phone : nobodys, purpose: 'register' }),
    'send a code to reset': (known) =>
      visitor(world).raw(protocol.sendCode, { phone: known ? ann.phone : nobodys, purpose: 'forget' }),
    register: (known) => visitor(world).raw(protocol.register, { ...registration, phone: known ? ann.phone : nobodys }),
    reset: (known) => visitor(world).raw(protocol.forget, { ...details, phone: known ? ann.phone : nobodys }),
    'ask for a code to a new contact': (known) =>
      bob.raw(security.sendContactCode, { kind: 'phone', phone: known ? ann.phone : nobodys }),
    'change to it': (known) => bob.raw(security.changeContact, { ...contact, phone: known ? ann.phone : nobodys }),
    'ask for a passkey': (known) =>
      visitor(world).raw(factors.passkeyOptions, known ? { account: 'ann' } : { account: 'nobody' }),
    'answer by a passkey': (known) =>
      visitor(world).raw(factors.passkeyLogin, {
        response: { id: known ? info.id : 'nobody', rawId: 'x', type: 'public-key' },
      }),
    'a link that is over': (known) =>
      visitor(world).raw(security.lockAccount, { token: known ? over : 'x'.repeat(43) }),
  };
  for (const [name, ask] of Object.entries(pairs)) {
    const [known, unknown] = [await bytesOf(ask(true)), await bytesOf(ask(false))];
    expect(known, name).toEqual(unknown);
  }
  expect((await visitor(world).call(security.lockAccount, { token: used })).code).toBe(200);
  const again = await bytesOf(visitor(world).raw(security.lockAccount, { token: used }));
  expect(again).toEqual(await bytesOf(visitor(world).raw(security.lockAccount, { token: 'x'.repeat(43) })));
  // A locked account answers a wrong password like any other.
  const [locked, nobody] = [
    await bytesOf(pairs['log in by name']!(true)),
    await bytesOf(pairs['log in by name']!(false)),
  ];
  expect(locked).toEqual(nobody);
});

const failing = endpoint({
  method: 'POST',
  path: '/index/test/failing',
  auth: 'visitor',
  limit: visitorsReading,
  summary: '',
  input: z.object({ how: z.string() }),
  output: nothing,
  errors: [],
});

/** A mail server that refuses everything and repeats it. */
async function refusingMail(): Promise<{ url: string; refused: () => number }> {
  let refused = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      let raw = '';
      stream.on('data', (chunk: Buffer) => {
        raw += chunk;
      });
      stream.on('end', () => {
        refused++;
        const subject = /^Subject: (.*)$/m.exec(raw)?.[1];
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        done(Object.assign(new Error(`<${to}> does not want "${subject}"`), { responseCode: 550 }));
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${(server.server.address() as { port: number }).port}`, refused: () => refused };
}

test('whatever fails, the log has no address, phone, name, code or password, and jobs contain no code', async () => {
  const lines: string[] = [];
  const mail = await refusingMail();
  const email = 'ann.secret@mail.example';
  const person = { email, phone: '+8613811112222', username: 'AnnTheSecret', password: 'a very secret password' };
  const ways: Record<string, (world: World) => Promise<unknown>> = {
    duplicate: (world) =>
      sql`insert into person select gen_random_uuid(), nextval('person_number'), ${person.username}, ${email}, ${person.phone}, 'CN', 'x', 'x', n::text, null, 100, 0, 'none', 'normal', now(), null from generate_series(1, 2) n`.execute(
        world.db,
      ),
    missing: (world) =>
      sql`insert into person (id, email, phone, username) values (gen_random_uuid(), ${email}, ${person.phone}, ${person.username})`.execute(
        world.db,
      ),
    syntax: (world) => sql`select ${person.username}::uuid, ${person.password}::bigint`.execute(world.db),
    division: (world) => sql`select cast(${email} as integer)`.execute(world.db),
    thrown: async () => {
      throw new Error(`no way to reach ${email} or ${person.phone}`, { cause: new Error(`<${email}> is away`) });
    },
  };
  let world!: World;
  const route = serve(failing, async (_, { how }) => {
    await ways[how]!(world);
    return ok({});
  });
  world = await newWorld({
    smtpUrl: mail.url,
    log: createLog('debug', { write: (line: string) => void lines.push(line) }),
    routes: (all) => [...all, route],
  });
  for (const how of Object.keys(ways)) expect((await visitor(world).call(failing, { how })).code, how).toBe(500);
  expect(lines.filter((line) => line.includes('a call failed'))).toHaveLength(Object.keys(ways).length);
  // The data needed to find the error is there.
  expect(lines.join('')).toMatch(/"constraint":"person_(email|phone|username)"/);
  expect(lines.join('')).toContain('quiet.test.ts');

  const worker = await startWorker({ ...world, bus: undefined as never });
  await visitor(world).call(protocol.sendCode, { email, purpose: 'register' });
  await expect.poll(mail.refused, { timeout: 10_000 }).toBeGreaterThan(0);
  await expect.poll(() => lines.join(''), { timeout: 10_000 }).toContain('the mail was not taken');
  const kept = async () => {
    const { rows } = await sql<{ row: string }>`
      select concat_ws(' ', last_error, payload::text) as row from graphile_worker._private_jobs`.execute(world.owner);
    return rows.map(({ row }) => row).join();
  };
  await expect.poll(kept, { timeout: 10_000 }).toContain('the mail was not taken');
  await worker.stop();
  expect(await kept()).not.toMatch(/(?<!\d)(\d{6}|\d{14})(?!\d)/);

  const log = lines.join('');
  for (const [what, secret] of Object.entries({ ...person, standard: password, domain: 'mail.example' }))
    expect(log, what).not.toContain(secret);
  expect(log).not.toMatch(/(?<!\d)\d{6}(?!\d) is your/);
  expect(log.toLowerCase()).not.toContain('does not want');
}, 60_000);
