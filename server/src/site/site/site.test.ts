import { getOverview } from '@glasshouse/protocol/assets/calls';
import type { Locale } from '@glasshouse/protocol/locales';
import { listMarket } from '@glasshouse/protocol/market/calls';
import { getSite, listAnnouncements } from '@glasshouse/protocol/site/calls';
import * as office from '@glasshouse/protocol/site/office';
import type { Texts } from '@glasshouse/protocol/site/texts';
import { getServiceList } from '@glasshouse/protocol/support/calls';
import * as contacts from '@glasshouse/protocol/support/office';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { days, minutes, plus, seconds } from '#platform/runtime/clock.ts';
import { openOffice } from '../../../test/office.ts';
import { newWorld } from '../../../test/world.ts';

const reason = 'Asked for by the test';
async function open() {
  const world = await newWorld();
  const bureau = await openOffice(world);
  const staff = await bureau.staff();
  return { world, manager: staff.product_manager, staff };
}

test('a changed setting is a new version that the app shows; history has who and why, and no operator overwrites a colleague', async () => {
  const { world, manager } = await open();
  const [first] = (await manager.call(office.showSettings, {})).data.list;
  const save = (settings: object, expectedVersion = first!.version) =>
    manager.call(office.saveSettings, {
      expectedVersion,
      settings: { ...first!.settings, ...settings },
      reason,
    } as never);
  expect((await save({})).data.reason).toBe('unchanged');
  const { version } = (await save({ title: 'Paper Street', invitationRequired: true })).data as { version: string };
  expect((await save({ title: 'Late' })).data.reason).toBe('version_changed');
  const site = (await world.visitor().call(getSite, {})).data;
  expect(site).toMatchObject({ title: 'Paper Street', invitationRequired: true, fee: '1.00', maintenance: null });
  const { list } = (await manager.call(office.showSettings, {})).data;
  expect(list).toMatchObject([
    { version, by: { name: 'Paul Product' }, reason, settings: { title: 'Paper Street', invitationRequired: true } },
    { version: first!.version, by: null, reason: null, settings: { title: 'Glasshouse', language: 'zh-CN' } },
  ]);
  const both = await Promise.all([save({ title: 'A' }, version), save({ title: 'B' }, version)]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
});

test('an invalid setting is refused with the name of its field', async () => {
  const { manager } = await open();
  const [first] = (await manager.call(office.showSettings, {})).data.list;
  for (const [field, settings] of [
    ['settings.title', { title: ' ' }],
    ['settings.language', { language: 'zh' as never }],
  ] as const) {
    const answer = await manager.call(office.saveSettings, {
      expectedVersion: first!.version,
      settings: { ...first!.settings, ...settings },
      reason,
    });
    expect(answer.data, field).toMatchObject({ reason: 'bad_input', fields: [field] });
  }
});

test('an announcement is shown during its time, in the reader’s language or in the site’s, and can be ended', async () => {
  const { world, manager } = await open();
  const now = world.clock();
  const texts = { 'en-US': 'New coins on Monday', 'zh-CN': '周一上线新币' };
  const from = plus(now, minutes(5)).toISOString();
  const until = plus(now, days(1)).toISOString();
  const { id } = (await manager.call(office.saveAnnouncement, { id: null, texts, from, until, reason })).data;
  const read = async (locale: 'en-US' | 'fr-FR') =>
    (await world.visitor(locale).call(listAnnouncements, {})).data.list.map(({ text }) => text);
  expect(await read('en-US')).toEqual([]);
  world.pass(minutes(5));
  expect(await read('en-US')).toEqual(['New coins on Monday']);
  expect(await read('fr-FR')).toEqual(['周一上线新币']);
  const changed = { ...texts, 'fr-FR': 'Nouvelles cryptos lundi' };
  await manager.call(office.saveAnnouncement, { id, texts: changed, from, until, reason });
  expect(await read('fr-FR')).toEqual(['Nouvelles cryptos lundi']);
  await manager.call(office.endAnnouncement, { id, reason });
  expect(await read('fr-FR')).toEqual([]);
  expect((await manager.call(office.endAnnouncement, { id, reason })).data.reason).toBe('no_change');
  const backwards = { id: null, texts, from: until, until: from, reason };
  expect((await manager.call(office.saveAnnouncement, backwards)).data.reason).toBe('bad_input');
});

test('a text requires the site’s language; when that changes, earlier texts stay readable', async () => {
  const { world, manager } = await open();
  const now = world.clock();
  const [from, until] = [now.toISOString(), plus(now, days(1)).toISOString()];
  const announce = async (texts: Texts, id: string | null = null) =>
    (await manager.call(office.saveAnnouncement, { id, texts, from, until, reason })).data;
  const plan = async (texts: Texts) =>
    (await manager.call(office.planMaintenance, { from, until, texts, reason })).data;
  const missing = { reason: 'text_missing', fields: ['texts.zh-CN'] };
  const refused = [await announce({ 'en-US': 'Hello' }), await plan({ 'en-US': 'Hello' })];
  expect(refused).toMatchObject([missing, missing]);
  expect((await announce({})).reason).toBe('bad_input');

  const { id } = await announce({ 'zh-CN': '你好' });
  await plan({ 'zh-CN': '新引擎', 'ko-KR': '새 엔진' });
  const read = async (locale: Locale) => {
    const visitor = world.visitor(locale);
    const [announced] = (await visitor.call(listAnnouncements, {})).data.list;
    return [announced, (await visitor.call(getSite, {})).data.maintenance];
  };
  const chinese = [
    { text: '你好', language: 'zh-CN' },
    { text: '新引擎', language: 'zh-CN' },
  ];
  expect(await read('fr-FR')).toMatchObject(chinese);

  const { version, settings } = (await manager.call(office.showSettings, {})).data.list[0]!;
  const speak = { expectedVersion: version, settings: { ...settings, language: 'ko-KR' as const }, reason };
  expect((await manager.call(office.saveSettings, speak)).code).toBe(200);
  for (const call of [office.listAnnouncements, office.listMaintenance])
    expect((await manager.call(call, {})).data.language).toBe('ko-KR');
  // The site's language first, then English, then any language there is.
  const korean = { text: '새 엔진', language: 'ko-KR' };
  expect(await read('fr-FR')).toMatchObject([chinese[0], korean]);
  await sql`update announcement set texts = texts || '{"en-US": "Hello"}' where id = ${id}`.execute(world.owner);
  expect(await read('fr-FR')).toMatchObject([{ text: 'Hello', language: 'en-US' }, korean]);
  expect(await announce({ 'zh-CN': '你好' }, id)).toMatchObject({ fields: ['texts.ko-KR'] });
});

test('maintenance is announced in advance, then calls answer 503 with its end; calls that show the notice still work', async () => {
  const { world, manager } = await open();
  const ann = await world.person();
  const now = world.clock();
  const [from, until] = [plus(now, minutes(10)).toISOString(), plus(now, minutes(20)).toISOString()];
  const texts = { 'zh-CN': '新引擎', 'ja-JP': '新しいエンジン' };
  const { id } = (await manager.call(office.planMaintenance, { from, until, texts, reason })).data;
  expect((await manager.call(office.planMaintenance, { from, until, texts: null, reason })).data.reason).toBe(
    'maintenance_overlaps',
  );
  expect((await world.visitor('ja-JP').call(getSite, {})).data.maintenance).toEqual({
    from,
    until,
    text: '新しいエンジン',
    language: 'ja-JP',
  });
  expect((await ann.call(getOverview, {})).code).toBe(200);
  world.pass(minutes(10));
  expect(await ann.call(getOverview, {})).toMatchObject({ code: 503, data: { reason: 'upgrading', until } });
  expect((await world.visitor().call(listMarket, {})).code).toBe(503);
  for (const endpoint of [getSite, listAnnouncements, getServiceList])
    expect((await world.visitor().call(endpoint, {})).code, endpoint.path).toBe(200);
  // Operators can still work, and may end it early.
  expect((await manager.call(office.listMaintenance, {})).data.list).toMatchObject([{ id, state: 'active' }]);
  world.pass(seconds(1));
  await manager.call(office.endMaintenance, { id, reason });
  world.pass(seconds(1)); // each process checks once a second
  expect((await ann.call(getOverview, {})).code).toBe(200);
  expect((await manager.call(office.endMaintenance, { id, reason })).data.reason).toBe('no_change');
});

test('a maintenance window ends on time, can be canceled before it starts, and cannot be planned for the past', async () => {
  const { world, manager } = await open();
  const ann = await world.person();
  const plan = async (begins: number, ends: number) => {
    const at = (n: number) => plus(world.clock(), n).toISOString();
    return (await manager.call(office.planMaintenance, { from: at(begins), until: at(ends), texts: null, reason }))
      .data;
  };
  expect((await plan(-minutes(2), minutes(2))).reason).toBe('time_past');
  expect((await plan(0, days(1) + 1)).reason).toBe('bad_input');
  const cancelled = await plan(minutes(1), minutes(2));
  await manager.call(office.endMaintenance, { id: cancelled.id, reason });
  expect((await plan(minutes(1), minutes(2))).reason).toBeUndefined();
  world.pass(minutes(1));
  expect((await ann.call(getOverview, {})).code).toBe(503);
  world.pass(minutes(1));
  expect((await ann.call(getOverview, {})).code).toBe(200);
  const { list } = (await manager.call(office.listMaintenance, {})).data;
  expect(list.map(({ state }) => state).sort()).toEqual(['cancelled', 'over']);
});

test('contacts are ordered, have https links only, and are shown in the app', async () => {
  const { world, manager } = await open();
  const save = (account: string, place: number, id: string | null = null, link: string | null = null) =>
    manager.call(contacts.saveContact, { id, account, link, place, reason });
  const shown = async () =>
    (await world.visitor().call(getServiceList, {})).data.list.map(({ account }) => account).join(' ');
  const one = (await save('one', 1, null, 'https://support.example/chat')).data;
  const two = (await save('two', 9)).data;
  await save('zero', 1);
  expect(await shown()).toBe('zero one two');
  await save('two', 1, two.id);
  expect(await shown()).toBe('two zero one');
  await manager.call(contacts.removeContact, { id: two.id, reason });
  await save('three', 2);
  expect(await shown()).toBe('zero three one');
  for (const link of ['http://support.example', 'javascript:alert(1)', 'data:text/html,x', 'https:/'])
    expect((await save('bad', 1, null, link)).data.reason, link).toBe('bad_input');
  expect((await manager.call(contacts.listContacts, {})).data.list.at(-1)).toMatchObject({ id: one.id, place: 3 });
});
