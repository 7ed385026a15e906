import { expect, test } from 'vitest';
import { inNewTab, stored } from '../../test/tabs.ts';
import type { ResultRef } from './waiting.ts';

const openTab = () => inNewTab(() => import('./waiting.ts'));
const stateOf = (name: string) => JSON.parse(stored.get(name) ?? '{"state":{}}').state;
const ids = () => (stateOf('results').waiting as ResultRef[]).map(({ id }) => id);
const named = (id: string, product: ResultRef['product'] = 'contract'): ResultRef => ({ product, user: 'u', id });

test('results are listed once, newest last, and at most twenty', async () => {
  const { addToCard } = await openTab();
  for (const id of ['a', 'b', 'a']) addToCard(named(id));
  expect(ids()).toEqual(['b', 'a']);
  for (let each = 0; each < 30; each++) addToCard(named(String(each)));
  expect(ids()).toHaveLength(20);
  expect(ids().at(-1)).toBe('29');
});

test('a result its page has shown is seen, and a later one is not', async () => {
  const { markSeen, addToCard } = await openTab();
  addToCard(named('a'));
  addToCard(named('o', 'option'));
  markSeen('contract');
  addToCard(named('b'));
  const seen = () =>
    stateOf('results').waiting.map(({ id, seen = false }: { id: string; seen?: boolean }) => [id, seen]);
  expect(seen()).toEqual([
    ['a', true],
    ['o', false],
    ['b', false],
  ]);
  // Also after a reload.
  (await openTab()).addToCard(named('c'));
  expect(seen()[0]).toEqual(['a', true]);
});

test('a result shown in the full sheet leaves the card, and the others stay', async () => {
  const { closeFullSheet, isOpened, addToCard, openFullSheet } = await openTab();
  addToCard(named('a'));
  for (const id of ['a', 'b', 'c']) openFullSheet(named(id));
  openFullSheet(named('o', 'option'));
  closeFullSheet('contract', 1);
  expect(ids()).toEqual(['b', 'c']);
  expect([isOpened('contract'), isOpened('option')]).toEqual([false, true]);
  closeFullSheet('option', 0);
  expect(ids()).toEqual(['b', 'c', 'o']);
});

test('a result already read is not shown again, and the others stay, also in the open sheet', async () => {
  const { closeFullSheet, isOpened, markRead, addToCard, openFullSheet } = await openTab();
  for (const id of ['a', 'b']) addToCard(named(id));
  addToCard({ ...named('p', 'practice'), user: '' });
  for (const id of ['b', 'c']) openFullSheet(named(id));
  markRead('p');
  expect(stateOf('awaits-practice').waits).toBe(false);
  markRead('b');
  expect(ids()).toEqual(['a']);
  expect(isOpened('contract')).toBe(true);
  closeFullSheet('contract', 1);
  expect(ids()).toEqual(['a', 'c']);
});

test('a result dismissed in another tab does not return, and invalid stored results are ignored', async () => {
  const one = await openTab();
  one.addToCard(named('a'));
  const other = await openTab();
  other.sendAway([named('a')]);
  one.addToCard(named('b'));
  expect(ids()).toEqual(['b']);
  const waiting = [null, 7, { product: 'constructor', user: 'u', id: 'x' }, { product: 'option' }, named('c')];
  stored.set('results', JSON.stringify({ state: { waiting }, version: 1 }));
  (await openTab()).addToCard(named('d'));
  expect(ids()).toEqual(['c', 'd']);
});

test('the code for practice results loads only while one is waiting', async () => {
  const { addToCard, sendAway } = await openTab();
  addToCard(named('a'));
  expect(stateOf('awaits-practice').waits).toBe(false);
  addToCard(named('p', 'practice'));
  expect(stateOf('awaits-practice').waits).toBe(true);
  sendAway([named('p', 'practice')]);
  expect(stateOf('awaits-practice').waits).toBe(false);
  addToCard(named('o', 'practiceOption'));
  expect(stateOf('awaits-practice')).toMatchObject({ waits: false, waitsOption: true });
});

test('every product has its page, however the address is written', async () => {
  const { isHomeOf } = await openTab();
  expect(isHomeOf('contract', '/contract/')).toBe(true);
  expect(isHomeOf('practice', '/contract')).toBe(true);
  expect(isHomeOf('practiceOption', '/options')).toBe(true);
  expect(isHomeOf('option', '/contract')).toBe(false);
  expect(isHomeOf('contract', '/contract/records')).toBe(false);
});
