import { mkdirSync, writeFileSync } from 'node:fs';
import { freezeUser } from '@glasshouse/protocol/backoffice/users';
import type { Endpoint } from '@glasshouse/protocol/endpoint';
import { doneOrWaiting, type OperatorEndpoint } from '@glasshouse/protocol/operators/call';
import { granted, type OperatorRole, permissions, roles, rolesWith } from '@glasshouse/protocol/operators/permissions';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { productAccess } from '../../test/access.ts';
import { openOffice } from '../../test/office.ts';
import { type Browser, newWorld } from '../../test/world.ts';

const people = ['visitor', 'user', 'frozen user'] as const;
const callers = [...people, ...roles] as const;
type Caller = (typeof callers)[number];

/** The permissions written down a second time by hand, so that changing one is a deliberate edit here too. */
const table: Record<string, string[]> = {
  everybody: [
    '/index/index: sendcode register login passkeyOptions passkeyLogin forget lock logout',
    '/index/log: show',
    '/index/market: list candles tape ticks rounds proof',
    '/index/service: getlist',
    '/index/share: read',
    '/index/site: getsite announcements',
    '/index/wealth: products product',
    '/office/session: show login invitation setUp beginEnrolment finishEnrolment code recovery askPasskey passkey logout',
  ],
  user: [
    '/index/assets: overview transfer exchange results statement statementCsv',
    '/index/deposit: terms submit again card show',
    '/index/invites: overview',
    '/index/market: favourites setFavourite',
    '/index/records: list show csv',
    '/index/share: list make takeBack',
    '/index/sprofitlog: getlist',
    '/index/withdraw: form start list show cancel payees addPayee removePayee savedOnly keepSavedOnly',
    '/index/transfers: payee fits settings ask send show',
    '/index/vip: show upgrade refund',
    '/index/wealth: buy end list holding summary',
    '/index/user: editPsw sessions endSession specimenCode uploads file cert certState credit endOtherSessions security securityEvents contactCode contact tradePasswordCode tradePassword mailPhrase factors beginAuthenticator confirmAuthenticator turnOffAuthenticator renewRecovery askConfirmation askPasskey addPasskey removePasskey copy askCopy takeCopy leave',
  ],
  'user, frozen user': ['/index/appeal: show send', '/index/user: getuser stay'],
  'reviewer, product_manager, support, auditor, owner': [
    '/office/approvals: list',
    '/office/audit: head',
    '/office/dashboard: show changes csv',
    '/office/self: show confirm addPasskey removePasskey renewRecovery password',
  ],
  'auditor, owner': [
    '/office/audit: list chain',
    '/office/exports: read',
    '/office/operators: list',
    '/office/review: automatic',
  ],
  owner: ['/office/market: giveUpDay', '/office/operators: disable invite role reset'],
  'reviewer, support, auditor, owner': [
    '/office/credit: history',
    '/office/invites: history',
    '/office/review: kinds list show',
    '/office/search: all',
    '/office/users: search show statement timeline open view notes',
    '/office/wealth: holdings',
    '/office/withdrawals: list',
  ],
  'reviewer, support': ['/office/review: claim release document decide', '/office/users: correct addNote'],
  support: ['/office/users: freeze unfreeze'],
  reviewer: ['/office/files: show', '/office/withdrawals: freeze unfreeze return'],
  product_manager: [
    '/office/site: saveMoney saveSettings saveAnnouncement endAnnouncement planMaintenance endMaintenance',
    '/office/support: saveContact removeContact',
    '/office/wealth: save delete publish close',
  ],
  'reviewer, product_manager, support, owner': ['/office/approvals: decide'],
  'reviewer, product_manager, auditor, owner': [
    '/office/site: settings money announcements maintenance',
    '/office/support: contacts',
    '/office/wealth: products',
  ],
  'reviewer, product_manager': ['/office/site: withdrawMoney'],
};
/** The same by the path of the call. */
const written = new Map<string, readonly string[]>(
  [table, ...productAccess.map(({ calls }) => calls)]
    .flatMap(Object.entries<readonly string[]>)
    .flatMap(([who, lines]) =>
      lines.flatMap((line) => {
        const [folder, names] = line.split(': ') as [string, string];
        const may = who === 'everybody' ? callers : who.split(', ');
        return names.split(' ').map((name) => [`${folder}/${name}`, may] as const);
      }),
    ),
);
const mayCall = (path: string, caller: Caller): boolean => written.get(path)!.includes(caller);
const closed = ['not_logged_in', 'account_abnormal', 'not_permitted', 'factor_stale'];

test('every caller makes every call, and is allowed exactly what the table says', async () => {
  const world = await newWorld();
  const office = await openOffice(world);
  const staff = await office.staff();
  const [user, frozen] = [await world.person(), await world.person()];
  await staff.support.call(freezeUser, { number: frozen.info.number, reason: 'For the matrix' });
  const tokens = new Map<Caller, string>([
    ['user', user.jar.get('glasshouse_session')!],
    ['frozen user', frozen.jar.get('glasshouse_session')!],
    ...roles.map((role) => [role, staff[role].jar.get('glasshouse_operator')!] as const),
  ]);
  // Every caller tries both apps, with the token in both cookies. Logging out comes last.
  const browserOf = (caller: Caller, door: Browser) => {
    const token = tokens.get(caller);
    if (token) for (const name of ['glasshouse_session', 'glasshouse_operator']) door.jar.set(name, token);
    return door;
  };
  const last = (route: { endpoint: Endpoint }) => (route.endpoint.path.includes('logout') ? 1 : 0);
  const all = [...world.routes, ...office.routes].sort((a, b) => last(a) - last(b)).map(({ endpoint }) => endpoint);
  expect(all.map(({ path }) => path).toSorted()).toEqual([...written.keys()].toSorted());
  const rows: string[] = [['call', 'auth', 'permission', ...callers].join(',')];
  for (const endpoint of all) {
    const cells: string[] = [];
    for (const caller of callers) {
      const door = endpoint.path.startsWith('/office/') ? office.visitor() : world.visitor();
      const { data } = (await browserOf(caller, door).raw(endpoint, {})).json<{ data: { reason?: string } }>();
      // A call that is open to all may itself require a log-in: that is an answer, not a refused permission.
      const ownAnswer = endpoint.auth === 'visitor' && endpoint.errors.includes(data.reason as never);
      const allowed = ownAnswer || !closed.includes(data.reason ?? '');
      expect(allowed, `${endpoint.path} by ${caller}: ${data.reason}`).toBe(mayCall(endpoint.path, caller));
      cells.push(allowed ? 'yes' : '-');
    }
    const { permission = '' } = endpoint as { permission?: string };
    rows.push([endpoint.path, endpoint.auth, permission, ...cells].join(','));
  }
  expect(rows.length).toBe(world.routes.length + office.routes.length + 1);
  mkdirSync('artifacts', { recursive: true });
  writeFileSync('artifacts/matrix.csv', `${rows.join('\n')}\n`);
}, 120_000);

test('the table itself: auditors change nothing, only owners change operators, and every permission is held and used', async () => {
  const world = await newWorld();
  const endpoints = (await openOffice(world)).routes
    .map(({ endpoint }) => endpoint as OperatorEndpoint)
    .filter(({ auth }) => auth === 'operator');
  const acts = (role: OperatorRole) =>
    endpoints.filter(
      ({ path, permission, leaves }) => leaves === 'entry' && permission !== 'self' && mayCall(path, role),
    );
  expect(acts('auditor')).toEqual([]);
  expect(new Set(acts('owner').map(({ permission }) => permission))).toEqual(
    new Set(['operators.write', 'approvals.decide', 'tape.giveUp']),
  );
  // The roles for the second approval: the owner for operators and for giving up a day, never for money.
  const seconds = endpoints
    .filter(({ output }) => output === doneOrWaiting)
    .map(({ path, permission, second = permission }) => [path, rolesWith(second)]);
  expect(Object.fromEntries(seconds)).toEqual({
    '/office/users/correct': ['reviewer', 'support'],
    '/office/market/giveUpDay': ['reviewer', 'owner'],
    '/office/operators/invite': ['reviewer', 'owner'],
    '/office/operators/role': ['reviewer', 'owner'],
    '/office/operators/reset': ['reviewer', 'owner'],
    '/office/site/saveMoney': ['reviewer', 'product_manager'],
    '/office/contracts/savePeriods': ['reviewer', 'product_manager'],
    '/office/wealth/publish': ['reviewer', 'product_manager'],
  });
  const managing = endpoints.filter(({ permission }) => permission === 'operators.write');
  expect(managing.map(({ path }) => path)).toHaveLength(4);
  for (const { path } of managing) expect(written.get(path), path).toEqual(['owner']);
  for (const permission of permissions) {
    expect(
      roles.some((role) => granted[role].includes(permission)),
      permission,
    ).toBe(true);
    // Permissions that only a queue uses: see review.test, identity.test, deposits.test and vip.test.
    expect(
      endpoints.some((endpoint) => endpoint.permission === permission || endpoint.second === permission),
      permission,
    ).toBe(!['appeals.decide', 'identity.decide', 'topups.decide', 'vip.decide'].includes(permission));
  }
  // The input of no call has a field for a price, an entry, an exit or an outcome.
  for (const { path, input } of endpoints) {
    const asked = JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }));
    expect(asked.match(/"(price|tick|slot|entry|exit|outcome|result|balance)"/i), path).toBeNull();
  }
});
