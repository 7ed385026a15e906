import type { Personal } from '#platform/http/personal.ts';
import { casesOf } from '#site/review/review.ts';
import type { Files } from '../files/files.ts';
import { kind } from './decided.ts';
import { detailsIn } from './sealed.ts';
import * as table from './sql.ts';

const most = 500;

/** What somebody typed to be verified, as long as it is kept, and what was decided. Its pictures are among all uploaded ones. */
export const personalWith = ({ keys }: Pick<Files, 'keys'>): Personal =>
  async function* (tx, { id }) {
    const cases = [];
    for (const { id: submitted, ...about } of await casesOf(tx, id, kind, most)) {
      const row = await table.caseById(tx, submitted);
      cases.push({ ...about, document: row.document, eraseAt: row.erase_at, ...detailsIn(keys, row) });
    }
    yield { name: 'identity.json', json: cases };
  };
