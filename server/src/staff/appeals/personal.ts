import type { Personal } from '#platform/http/personal.ts';
import { casesOf } from '#site/review/review.ts';
import { appealText } from './sql.ts';

const most = 500;

/** What somebody wrote when the account was frozen, and what was answered. */
export const personal: Personal = async function* (tx, { id }) {
  const appeals = [];
  for (const { id: appeal, submitted_at, decision, decided_at, reason } of await casesOf(tx, id, 'appeal', most))
    appeals.push({ text: await appealText(tx, appeal), submitted_at, decision, decided_at, reason });
  yield { name: 'appeals.json', json: appeals };
};
