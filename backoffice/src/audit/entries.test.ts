import { decideApproval } from '@glasshouse/protocol/backoffice/approvals';
import type { AuditEntry } from '@glasshouse/protocol/backoffice/audit';
import { correctBalance } from '@glasshouse/protocol/backoffice/users';
import { changeOperatorRole, inviteOperator } from '@glasshouse/protocol/operators/calls';
import { decideReviewCase, readReviewDocument } from '@glasshouse/protocol/review/office';
import { saveMoney } from '@glasshouse/protocol/site/office';
import { allWords } from '@glasshouse/words/read';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { actsIn, entryWords, type Known } from '../lib/entries.ts';
import { actionChoices, actionWords } from '../lib/names.ts';
import { loadLanguage } from '../lib/words.tsx';
import { factsOf } from './facts.ts';
import { isExport, isOwnSubject, pageNamed } from './Subject.tsx';

beforeAll(async () => {
  vi.stubGlobal('__WORDS__', '/words/');
  vi.stubGlobal('document', { documentElement: { lang: '' } });
  vi.stubGlobal('fetch', async () => Response.json(allWords('office', 'en-US')));
  await loadLanguage('en-US');
});
afterAll(() => void vi.unstubAllGlobals());

const [sofia, rita] = [
  { id: 'sofia', name: 'Sofia' },
  { id: 'rita', name: 'Rita' },
];
const entry = (id: number, part: Partial<AuditEntry>): AuditEntry => ({
  ...{ id, at: '2026-11-18T14:00:00.000Z', operator: sofia, second: null, action: 'look', subject: 'user:8620001' },
  ...{ before: null, after: null, reason: null, previous: '', hash: '' },
  ...part,
});
const known: Known = {
  people: [{ number: '8620001', username: 'ann' }],
  cases: [
    {
      ...{ id: 'c1', kind: 'withdrawal', person: { number: '8620001', username: 'ann' } },
      amount: { amount: '50.00', currency: 'USDT' },
    },
  ],
  entries: [],
};
const asked = { number: '8620001', wallet: 'fund', currency: 'USDT', direction: 'credit', amount: '12.50' };

test('an approved request is one act, described by what was done and not as a decision', () => {
  const request = entry(1, { action: correctBalance.path, after: { waiting: 'r1', ...asked } });
  const done = entry(2, {
    ...{ action: correctBalance.path, second: rita, at: '2026-11-18T15:00:00.000Z' },
    ...{ before: { wallet: 'fund', currency: 'USDT', balance: '1000' }, after: { ...asked, balance: '1012.5' } },
  });
  const consent = entry(3, {
    ...{ action: decideApproval.path, operator: rita, at: '2026-11-18T15:00:00.000Z' },
    ...{ before: { waiting: 'r1' }, after: { approval: 'r1', decision: 'approve' } },
  });
  const acts = actsIn([consent, done, request]);
  expect(acts.map(({ main, parts }) => [main.id, parts.map(({ id }) => id)])).toEqual([
    [2, [3]],
    [1, []],
  ]);
  expect(acts.map(({ main }) => entryWords(main, known))).toEqual([
    'Credited 12.50 USDT to ann',
    'Asked to credit 12.50 USDT to ann',
  ]);
  expect(factsOf(done).changes).toEqual([{ name: 'balance', before: '1,000', after: '1,012.5' }]);
  expect(factsOf(request).changes).toEqual([]);
});

test('a decision about a case is one act, with the case and its amount', () => {
  const decided = entry(7, {
    ...{ action: decideReviewCase.path, subject: 'case:c1' },
    ...{ before: { tryNumber: 1 }, after: { decision: 'approve', checks: [] } },
  });
  const effect = entry(8, {
    ...{ action: decideReviewCase.path },
    ...{ before: { withdrawal: 'w', state: 'under_review' }, after: { withdrawal: 'w', state: 'withdrawing' } },
  });
  expect(actsIn([effect, decided])).toMatchObject([{ main: { id: 7 }, parts: [{ id: 8 }] }]);
  expect(entryWords(decided, known)).toBe('Approved: Withdrawal, 50.00 USDT');
  // Without the other entry, as when the log is filtered by the user.
  expect(actsIn([effect])).toHaveLength(1);
  expect(entryWords(effect, known)).toBe('Approved: Withdrawal');
  expect(entryWords(decided)).toBe('Approved the case');
});

test('entries of other times, operators or calls stay separate acts', () => {
  const decided = entry(7, { action: decideReviewCase.path, subject: 'case:c1', after: { decision: 'approve' } });
  for (const part of [{ at: '2026-11-18T14:00:00.001Z' }, { operator: rita }, { action: 'look' }, { id: 9 }])
    expect(actsIn([entry(8, { action: decideReviewCase.path, ...part }), decided])).toHaveLength(2);
});

test('a refusal names the request if it is known', () => {
  const request = entry(1, {
    ...{ action: inviteOperator.path, subject: 'operator:new' },
    after: { waiting: 'r2', name: 'Nia', email: 'nia@office.example', role: 'auditor' },
  });
  const refusal = entry(2, {
    ...{ action: decideApproval.path, operator: rita, subject: 'operator:new' },
    ...{ before: { waiting: 'r2' }, after: { approval: 'r2', decision: 'refuse' } },
  });
  expect(entryWords(request, known)).toBe('Asked for approval: Invite Nia as Auditor');
  expect(entryWords(refusal, { ...known, entries: [request] })).toBe('Refused the request: Invite Nia as Auditor');
  expect(entryWords(refusal, known)).toBe('Refused a request');
});

test('every action has words, and the filter offers it under its name in the log', () => {
  for (const action of actionChoices) expect(actionWords(action), action).not.toContain('_');
  expect(actionChoices).toEqual(expect.arrayContaining(['look', 'command:owner', '/office/files/show']));
  expect(actionWords('command:owner')).toBe('Made or renewed an owner');
  expect(actionWords('/office/files/show')).toBe('Looked at a picture');
  // An act on one's own access and a search need no subject.
  expect(isOwnSubject(entry(1, { action: '/office/session/code', subject: 'operator:sofia' }))).toBe(true);
  expect(isOwnSubject(entry(1, { action: '/office/operators/disable', subject: 'operator:rita' }))).toBe(false);
  expect(isOwnSubject(entry(1, { action: '/office/search/all', subject: 'search' }))).toBe(true);
});

test('an entry with made-up names is shown, and breaks no page', () => {
  for (const name of ['constructor', '__proto__', 'toString', 'boss']) {
    const role = entry(1, { action: changeOperatorRole.path, after: { waiting: 'r1', role: name } });
    expect(entryWords(role, known)).toContain(name);
    const look = entry(2, { action: readReviewDocument.path, subject: 'case:c1', after: { read: name } });
    expect(entryWords(look, known)).toBe(actionWords(readReviewDocument.path));
    expect(pageNamed(name)).toBeUndefined();
    expect(isExport(name)).toBe(false);
  }
  expect(pageNamed('money')).toBeDefined();
  expect(isExport('audit')).toBe(true);
});

test('changed settings are facts with old and new values in words; technical values are left out', () => {
  const change = entry(1, {
    ...{ action: saveMoney.path, second: rita, subject: 'money:7' },
    ...{ before: { fee: '5', vip1: '1000' }, after: { fee: '6', vip1: '2000', approval: 'r3' } },
  });
  expect(entryWords(change, known)).toBe('Changed the money settings');
  expect(factsOf(change).changes).toEqual([
    { name: 'fee', before: '5', after: '6' },
    { name: 'vip1', before: '1,000', after: '2,000' },
  ]);
  const draft = entry(3, { before: null, after: { label: 'Autumn 120', power: '', closesAt: null } });
  expect(factsOf(draft)).toMatchObject({ isNew: true, changes: [{ name: 'label', after: 'Autumn 120' }] });
  const withdrawn = entry(2, { before: { fee: '5' }, after: { withdrawn: true } });
  expect(factsOf(withdrawn).changes).toEqual([]);
});

test('decisions about two cases at the same moment are two acts', () => {
  const first = entry(1, { action: decideReviewCase.path, subject: 'case:c1', after: { agreed: 'first' } });
  const other = entry(2, { action: decideReviewCase.path, subject: 'case:c2', after: { decision: 'approve' } });
  const effect = entry(3, { action: decideReviewCase.path, after: { state: 'withdrawing', withdrawal: 'w1' } });
  expect(actsIn([effect, other, first]).map(({ main, parts }) => [main.id, parts.map(({ id }) => id)])).toEqual([
    [2, [3]],
    [1, []],
  ]);
});
