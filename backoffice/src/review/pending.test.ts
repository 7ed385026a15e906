import { decideReviewCase, showReviewCase } from '@glasshouse/protocol/review/office';
import { wordsOf } from '@glasshouse/words/read';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { currentToast } from '../lib/toast.ts';
import { loadLanguage, t } from '../lib/words.tsx';
import {
  checkSent,
  decideLater,
  decisionState,
  dismissFailed,
  isDecidedHere,
  loseDecisions,
  sendOnLeaving,
  sendPending,
  undo,
  watchDecisions,
} from './pending.ts';

const words = wordsOf('review', 'office', 'en-US')!;
const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};
type Request = { path: string; id: string; keepalive: boolean; noted: boolean };
const requests: Request[] = [];
const sent = () => requests.filter(({ path }) => path === decideReviewCase.path).map(({ id }) => id);
/** Ids of the noted decisions that were sent and not answered. */
const noted = () =>
  (JSON.parse(stored.get('glasshouse.sent') ?? '[]') as { id: string }[]).map(({ id }) => id).toSorted();
let answer: (request: Request) => unknown;
const accepted = { code: 200, msg: '', data: { waiting: false } };
const caseDecidedBy = (by: string | null) => ({
  code: 200,
  msg: '',
  data: { case: { agreed: null, decided: by && { decision: 'reject', by: { id: by }, at: '', reason: null } } },
});

beforeEach(async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  vi.stubGlobal('__WORDS__', '/');
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('document', { cookie: '', documentElement: {} });
  vi.stubGlobal('fetch', async (path: string, { body, keepalive }: { body?: string; keepalive?: boolean } = {}) => {
    if (path.endsWith('.json'))
      return { ok: true, json: async () => ({ ...words, errors: { network: 'No connection' } }) };
    const { id } = JSON.parse(body!) as { id: string };
    const request = { path, id, keepalive: keepalive ?? false, noted: noted().includes(id) };
    requests.push(request);
    const said = await answer(request);
    return { ok: true, json: async () => said };
  });
  await loadLanguage('en-US');
  loseDecisions();
  stored.clear();
  requests.length = 0;
  answer = () => accepted;
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const decide = (id: string) =>
  decideLater(
    { id, kind: 'appeal', title: `Case ${id}`, me: 'me' },
    { id, decision: 'reject', checks: [], reason: 'Because of a test' },
  );
const pendingIds = () => decisionState().pending.map(({ id }) => id);
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

test('each decision waits for its own ten seconds, and undo cancels the latest or a chosen one', async () => {
  decide('a');
  await seconds(2);
  decide('b');
  decide('c');
  decide('d');
  expect(sent()).toEqual([]);
  expect(undo()?.id).toBe('d');
  expect(undo('b')?.id).toBe('b');
  await seconds(8);
  expect(sent()).toEqual(['a']);
  expect(pendingIds()).toEqual(['c']);
  await seconds(60);
  expect(sent()).toEqual(['a', 'c']);
  expect(undo()).toBeUndefined();
  expect(currentToast()?.text ?? '').not.toContain('Case b');
});

test('a case is decided once, and counts as decided until the queues are loaded again', async () => {
  let release = () => {};
  answer = () => new Promise((resolve) => (release = () => resolve(accepted)));
  decide('a');
  decide('a');
  expect(pendingIds()).toEqual(['a']);
  await seconds(10);
  decide('a');
  expect(pendingIds()).toEqual([]);
  expect(isDecidedHere(decisionState(), 'a')).toBe(true);
  release();
  await seconds(1);
  expect(sent()).toEqual(['a']);
  expect(currentToast()).toMatchObject({ tone: 'ok', text: 'The case is rejected: Case a' });
  expect(isDecidedHere(decisionState(), 'a')).toBe(false);
});

test('a decision is noted before it is sent, with a request that outlives the page, until it is answered', async () => {
  let release = () => {};
  answer = () => new Promise((resolve) => (release = () => resolve(accepted)));
  decide('a');
  expect(noted()).toEqual([]);
  await seconds(10);
  expect(requests).toMatchObject([{ id: 'a', keepalive: true, noted: true }]);
  expect(noted()).toEqual(['a']);
  release();
  await seconds(0);
  expect(noted()).toEqual([]);
});

test('leaving sends all pending decisions, and the next page says which of them arrived', async () => {
  decide('a');
  decide('b');
  sendOnLeaving();
  expect(requests).toMatchObject([
    { id: 'a', keepalive: true, noted: true },
    { id: 'b', keepalive: true, noted: true },
  ]);
  await seconds(20);
  expect(sent()).toEqual(['a', 'b']);
  expect(noted()).toEqual(['a', 'b']);
  answer = ({ id }) => caseDecidedBy(id === 'a' ? 'me' : null);
  void checkSent('me');
  await seconds(1);
  expect(currentToast()?.text).toBe('The case is rejected: Case a');
  await seconds(10);
  expect(decisionState().failed).toMatchObject([{ id: 'b', message: t('review.undo.notFound') }]);
  expect(noted()).toEqual([]);
  dismissFailed('b');
  expect(decisionState().failed).toEqual([]);
});

test('decisions that another operator left in the tab are not looked up', async () => {
  decide('a');
  sendOnLeaving();
  requests.length = 0;
  await checkSent('somebody else');
  expect(requests).toEqual([]);
  expect(noted()).toEqual([]);
});

test('without an answer, the case itself shows whether the decision arrived', async () => {
  answer = ({ path }) => {
    if (path === showReviewCase.path) return caseDecidedBy('me');
    throw new TypeError('no line');
  };
  decide('a');
  await seconds(12);
  expect(sent()).toEqual(['a']);
  expect(currentToast()?.text).toBe('The case is rejected: Case a');
  expect(decisionState().failed).toEqual([]);
  expect(noted()).toEqual([]);
});

test('while the server cannot be reached, the decision is shown as not saved and stays noted for the next page', async () => {
  answer = () => {
    throw new TypeError('no line');
  };
  decide('a');
  await seconds(20);
  expect(decisionState().failed).toMatchObject([{ id: 'a', message: 'No connection' }]);
  expect(noted()).toEqual(['a']);
});

test('logging out sends everything and waits for the answers; the end of the session lists the decisions that were not sent', async () => {
  decide('a');
  decide('b');
  let done = false;
  void sendPending().then(() => (done = true));
  await seconds(0);
  expect(done).toBe(true);
  expect(sent()).toEqual(['a', 'b']);
  decide('c');
  decide('d');
  loseDecisions();
  expect(currentToast()).toMatchObject({ tone: 'error' });
  expect(currentToast()?.text).toContain('these 2 decisions were sent: Case c, Case d');
  await seconds(20);
  expect(sent()).toEqual(['a', 'b']);
});

test('the end of a session without decisions changes nothing, so no screen asks the server again', () => {
  let changes = 0;
  const stop = watchDecisions(() => (changes += 1));
  loseDecisions();
  expect(changes).toBe(0);
  stop();
});
