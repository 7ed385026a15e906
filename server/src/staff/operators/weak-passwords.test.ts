import * as session from '@glasshouse/protocol/operators/session';
import { expect, test } from 'vitest';
import { openOffice } from '../../../test/office.ts';
import { followLink, operatorPassword } from '../../../test/operators.ts';
import { newWorld } from '../../../test/world.ts';

const weak = [
  ['1q2w3e4r5t', 'password_common'],
  ['glasshouse!!', 'password_is_site'],
  ['paper.street.7', 'password_is_site'],
  ['Fenwick 2026', 'password_is_email'],
] as const;

test('operators cannot set a common or guessable password, neither through the set-up link nor later', async () => {
  const world = await newWorld({ now: new Date() });
  const { version: _, ...config } = await world.db.selectFrom('site_config').selectAll().executeTakeFirstOrThrow();
  await world.owner
    .insertInto('site_config')
    .values({ ...config, title: 'Paper Street' })
    .execute();
  const office = await openOffice(world);
  const link = await office.firstLink('fenwick@office.example');
  const browser = office.visitor();
  const token = link.split('#')[1]!;
  for (const [password, reason] of weak)
    expect([password, (await browser.call(session.setUp, { token, password })).data.reason]).toEqual([
      password,
      reason,
    ]);
  await followLink(browser.call, link, world.clock());
  for (const [password, reason] of weak) {
    const change = { oldPassword: operatorPassword, password };
    const answer = await browser.call(session.changeOwnPassword, change);
    expect([password, answer.data.reason]).toEqual([password, reason]);
  }
});
