import { mkdirSync, writeFileSync } from 'node:fs';
import type { Endpoint } from '@glasshouse/protocol/endpoint';
import type { OperatorEndpoint } from '@glasshouse/protocol/office/call';
import { granted, mayDo, type OperatorRole, permissions, roles } from '@glasshouse/protocol/office/permissions';
import { freezeUser } from '@glasshouse/protocol/office/users';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openOffice } from '../../test/office.ts';
import { type Browser, newWorld } from '../../test/world.ts';

const people = ['visitor', 'user', 'frozen user'] as const;
const callers = [...people, ...roles] as const;
type Caller = (typeof callers)[number];

/** Who may call what, said once more and as plainly as possible. */
function mayCall(endpoint: Endpoint, caller: Caller): boolean {
  if (endpoint.auth === 'visitor') return true;
  if (endpoint.auth === 'operator')
    return roles.includes(caller as never) && mayDo(caller as OperatorRole, (endpoint as OperatorEndpoint).permission);
  return caller === 'user' || (caller === 'frozen user' && endpoint.auth === 'frozen-user');
}
const closed = ['not_logged_in', 'account_abnormal', 'not_permitted', 'factor_stale'];

test('every call by everybody: allowed exactly where the permission table says', async () => {
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
  // Everybody knocks at both doors, with the token in both cookies. Logging out comes last.
  const browserOf = (caller: Caller, door: Browser) => {
    const token = tokens.get(caller);
    if (token) for (const name of ['glasshouse_session', 'glasshouse_operator']) door.jar.set(name, token);
    return door;
  };
  const last = (route: { endpoint: Endpoint }) => (route.endpoint.path.includes('logout') ? 1 : 0);
  const all = [...world.routes, ...office.routes].sort((a, b) => last(a) - last(b)).map(({ endpoint }) => endpoint);
  const rows: string[] = [['call', 'auth', 'permission', ...callers].join(',')];
  for (const endpoint of all) {
    const cells: string[] = [];
    for (const caller of callers) {
      const door = endpoint.path.startsWith('/office/') ? office.visitor() : world.visitor();
      const { data } = (await browserOf(caller, door).raw(endpoint, {})).json<{ data: { reason?: string } }>();
      // A call that is open to all may say by itself that somebody must log in: that is an answer, not a closed door.
      const ownAnswer = endpoint.auth === 'visitor' && endpoint.errors.includes(data.reason as never);
      const allowed = ownAnswer || !closed.includes(data.reason ?? '');
      expect(allowed, `${endpoint.path} by ${caller}: ${data.reason}`).toBe(mayCall(endpoint, caller));
      cells.push(allowed ? 'yes' : '-');
    }
    const { permission = '' } = endpoint as { permission?: string };
    rows.push([endpoint.path, endpoint.auth, permission, ...cells].join(','));
  }
  expect(rows.length).toBe(world.routes.length + office.routes.length + 1);
  mkdirSync('artifacts', { recursive: true });
  writeFileSync('artifacts/matrix.csv', `${rows.join('\n')}\n`);
}, 120_000);

test('the table itself: an auditor changes nothing, nobody but an owner touches operators, every permission is held and used', async () => {
  const world = await newWorld();
  const endpoints = (await openOffice(world)).routes
    .map(({ endpoint }) => endpoint as OperatorEndpoint)
    .filter(({ auth }) => auth === 'operator');
  const acts = (role: OperatorRole) =>
    endpoints.filter(
      ({ permission, leaves }) => leaves === 'entry' && permission !== 'self' && mayDo(role, permission),
    );
  expect(acts('auditor')).toEqual([]);
  expect(new Set(acts('owner').map(({ permission }) => permission))).toEqual(new Set(['operators.write']));
  const managers = roles.filter((role) => mayDo(role, 'operators.write'));
  expect(managers).toEqual(['owner']);
  for (const permission of permissions) {
    expect(
      roles.some((role) => granted[role].includes(permission)),
      permission,
    ).toBe(true);
    // `appeals.decide` is the queue's own: see review.test.
    if (permission !== 'appeals.decide')
      expect(
        endpoints.some((endpoint) => endpoint.permission === permission),
        permission,
      ).toBe(true);
  }
  // What a call may be asked with never names a price, an entry, an exit or an outcome.
  for (const { path, input } of endpoints) {
    const asked = JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }));
    expect(asked.match(/"(price|tick|slot|entry|exit|outcome|result|balance)"/i), path).toBeNull();
  }
});
