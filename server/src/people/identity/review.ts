import { type CaseDetails, detailsDocument } from '@glasshouse/protocol/identity/office';
import { readSpecimenCode } from '@glasshouse/protocol/specimens/code';
import type { Tx } from '#platform/database/db.ts';
import type { ReviewKind } from '#site/review/review.ts';
import { codesIn, type Files, readFile } from '../files/files.ts';
import { papersOpened } from '../security/security.ts';
import { eraseLater, kind, type OnPassed, publishDecision } from './decided.ts';
import { detailsIn } from './sealed.ts';
import * as table from './sql.ts';

const [json, picture] = ['application/json', 'image/webp'];

/** The content of the code in a picture; it was checked before the picture was stored. */
function coded(text: string | null | undefined): CaseDetails['coded']['front'] {
  const read = text ? readSpecimenCode(text) : undefined;
  if (!read) return null;
  const [document, side] = read.part.split('-') as ['id' | 'licence', 'front' | 'back'];
  return { number: read.number, document, side, expiresAt: read.expiresAt.toISOString() };
}

async function detailsOf({ keys }: Files, tx: Tx, row: table.Row, user: bigint): Promise<CaseDetails | undefined> {
  const typed = detailsIn(keys, row);
  if (!typed || !row.front || !row.back) return undefined;
  const codes = new Map((await codesIn(tx, [row.front, row.back])).map(({ id, code }) => [id, code]));
  return {
    typed: { user: String(user), ...typed, document: row.document as 'id' | 'licence' },
    coded: { front: coded(codes.get(row.front)), back: coded(codes.get(row.back)) },
  };
}

async function open(files: Files, tx: Tx, { id, number }: { id: string; number: bigint }, name: string) {
  const row = await table.caseById(tx, id);
  if (name === detailsDocument) {
    const details = await detailsOf(files, tx, row, number);
    return details && { mime: json, bytes: Buffer.from(JSON.stringify(details)) };
  }
  const file = name === 'front' ? row.front : name === 'back' ? row.back : null;
  return file === null ? undefined : readFile(files, tx, file);
}

/**
 * Decided by reviewers. Everything personal is a document: it opens only for the case's holder, each look is logged,
 * and the user reads that it was opened. Approval passes the identity, and rejection tells the user why. All submitted
 * data is erased thirty days later.
 */
export const identityKind = (files: Files, onPassed: OnPassed): ReviewKind => ({
  kind,
  permission: 'identity.decide',
  checks: ['specimenName', 'specimenNumber', 'specimenCode', 'specimenStamp'],
  fields: async () => [],
  documents: async (tx, { id }) => {
    const { front, back, sealed } = await table.caseById(tx, id);
    return [
      ...(sealed ? [{ name: detailsDocument, mime: json }] : []),
      ...(front ? [{ name: 'front', mime: picture }] : []),
      ...(back ? [{ name: 'back', mime: picture }] : []),
    ];
  },
  readDocument: async ({ tx, now }, found, name) => {
    const opened = await open(files, tx, found, name);
    // Last, because it locks the person's row.
    if (opened) await papersOpened(tx, now, found.person);
    return opened;
  },
  decide: async ({ tx, now, record, publish }, found, { decision, reason }) => {
    const identity = decision === 'approve' ? 'passed' : 'rejected';
    await eraseLater(tx, now, found);
    publishDecision(publish, found.number, identity);
    if (identity === 'passed') await onPassed(tx, publish, found.number);
    record({ subject: `user:${found.number}`, before: { identity: 'under_review' }, after: { identity }, reason });
  },
});
