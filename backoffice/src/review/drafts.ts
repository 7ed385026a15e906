import type { CannedReason } from '@glasshouse/protocol/review/reasons';
import * as drafts from '../lib/drafts.ts';

/** The reason and checks of a case that isn't decided yet. */
type Draft = { reason: string; canned: CannedReason | null; ticked: readonly string[] };

export const readDraft = (id: string): Draft => ({
  ...{ reason: '', canned: null, ticked: [] },
  ...drafts.readDraft<Draft>(id),
});
export function keepDraft(id: string, draft: Draft): void {
  if (draft.reason === '' && draft.canned === null && draft.ticked.length === 0) drafts.dropDraft(id);
  else drafts.keepDraft(id, draft);
}
/** An operator who gives a case back has to look again: the reason stays, the ticks do not. */
export const dropTicks = (id: string) => keepDraft(id, { ...readDraft(id), ticked: [] });
