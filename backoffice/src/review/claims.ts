import { claimReviewCase, releaseReviewCase } from '@glasshouse/protocol/review/office';
import type { CannedReason } from '@glasshouse/protocol/review/reasons';
import { call } from '../lib/call.ts';
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
/** After releasing a case, an operator has to check again: the reason stays, the ticks are removed. */
export const dropTicks = (id: string) => keepDraft(id, { ...readDraft(id), ticked: [] });

// The case that this tab has claimed. It is released when the operator opens another case or leaves the queues.
let claimed: string | undefined;
const listeners = new Set<() => void>();
const otherTabs = new BroadcastChannel('glasshouse-claims');
/** Another tab may have the same case open. Its claim is renewed as soon as the release has been written. */
const soon = 500;
otherTabs.onmessage = ({ data }) => {
  if (data === claimed)
    setTimeout(() => data === claimed && void call(claimReviewCase, { id: data }).catch(() => {}), soon);
};

/** Cases released because the operator moved on, newest last. */
const givenBack = new Set<string>();
const givenBackMax = 100;
export const wasReleased = (id: string): boolean => givenBack.has(id);

function set(id: string | undefined): void {
  claimed = id;
  for (const listener of listeners) listener();
}
export const claimedCase = (): string | undefined => claimed;
export function watchClaim(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export function switchClaim(id: string): void {
  if (claimed === id) return;
  void releaseClaim();
  set(id);
}
/** Called when the operator claims the case by a press. */
export function takeClaim(id: string): void {
  givenBack.delete(id);
  switchClaim(id);
}
/** The case is decided, or the operator has returned it to the queue. */
export const forgetClaim = (id: string): void => {
  if (claimed === id) set(undefined);
};

/** Releases the claimed case. If the request fails, the claim ends after ten minutes. */
export async function releaseClaim(options: { keepalive?: boolean } = {}): Promise<void> {
  const id = claimed;
  if (id === undefined) return;
  set(undefined);
  givenBack.delete(id);
  givenBack.add(id);
  if (givenBack.size > givenBackMax) givenBack.delete([...givenBack][0]!);
  dropTicks(id);
  const released = call(releaseReviewCase, { id }, options).catch(() => {});
  otherTabs.postMessage(id);
  await released;
}
