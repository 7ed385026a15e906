import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { KeptSlip } from './slips.ts';

afterEach(() => void vi.unstubAllGlobals());

// The browser's storage for the site, shared by its tabs.
const stored = new Map<string, string>();
const localStorage = {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => stored.set(name, value),
  removeItem: (name: string) => stored.delete(name),
};

beforeEach(() => stored.clear());

/** A tab with its own memory, which learns of other tabs' changes only when the browser delivers the event. */
async function openTab() {
  const window = Object.assign(new EventTarget(), { localStorage });
  vi.stubGlobal('window', window);
  vi.resetModules();
  const slips = await import('./slips.ts');
  const hears = (key: string | null, newValue: string | null) =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  return { ...slips, hears };
}

const slip = (id: string, doubts: KeptSlip['doubts'] = []) => ({ order: { id }, doubts }) as KeptSlip;
const storedSlips = (): KeptSlip[] => JSON.parse(stored.get('slips')!).state.slips;

test('slips from two tabs are all stored, and a doubt read in one tab is read in both', async () => {
  const [one, two] = [await openTab(), await openTab()];
  one.keepSlip(slip('a', ['slip']));
  two.keepSlip(slip('b', ['terms']));
  one.keepSlip(slip('c'));
  expect(storedSlips().map(({ order }) => order.id)).toEqual(['c', 'b', 'a']);
  two.markRead('a');
  one.markRead('b');
  expect(storedSlips().map(({ read }) => read)).toEqual([undefined, true, true]);
});

test('a tab learns of another tab’s slips by event and forgets none of its own', async () => {
  const [one, two] = [await openTab(), await openTab()];
  one.keepSlip(slip('a', ['head']));
  two.hears('ticket', '{}');
  expect(two.slipOf('a')).toBeUndefined();
  two.hears('slips', stored.get('slips')!);
  expect(two.slipOf('a')).toMatchObject({ doubts: ['head'] });
  stored.clear();
  two.hears(null, null);
  expect(two.slipOf('a')).toMatchObject({ doubts: ['head'] });
});
