import { now } from '@glasshouse/kit/clock.ts';
import { decideReviewCase, showReviewCase } from '@glasshouse/protocol/review/office';
import { type Answer, type Body, call, Refused, sentenceOf } from '../lib/call.ts';
import { dropDraft } from '../lib/drafts.ts';
import { showToast } from '../lib/toast.ts';
import { t } from '../lib/words.tsx';
import { forgetClaim } from './claims.ts';

// A decision waits here for ten seconds before it is sent, so that the operator can undo it. See docs/adr/0184-decisions-wait-ten-seconds.md.
export const undoSeconds = 10;

export type Named = { id: string; kind: string; title: string };
export type Pending = Named & { decision: Body<typeof decideReviewCase>; until: number };
type State = { pending: Pending | undefined; failed: readonly (Named & { message: string })[] };

let state: State = { pending: undefined, failed: [] };
let timer: ReturnType<typeof setTimeout> | undefined;
let settled: () => void = () => {};
const listeners = new Set<() => void>();
const sentKey = 'glasshouse.sent';

function set(change: Partial<State>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}
export const decisionState = (): State => state;
export function watchDecisions(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
/** Called after each answer, to ask for the queues again. */
export const whenSettled = (call: () => void): void => {
  settled = call;
};

/** Holds a decision back. The previous one, if any, is sent at once. */
export function decideLater(named: Named, decision: Pending['decision']): void {
  void sendPending();
  forgetClaim(named.id);
  timer = setTimeout(() => void sendPending(), undoSeconds * 1000);
  set({ pending: { ...named, decision, until: now() + undoSeconds * 1000 } });
}

function take(): Pending | undefined {
  const { pending } = state;
  clearTimeout(timer);
  if (pending) set({ pending: undefined });
  return pending;
}
export const undo = (): Pending | undefined => take();
export const dismissFailed = (id: string): void => set({ failed: state.failed.filter((each) => each.id !== id) });

const fail = ({ id, kind, title }: Named, message: string) =>
  set({ failed: [...state.failed.filter((each) => each.id !== id), { id, kind, title, message }] });

/** Sends the pending decision now. A refusal stays on the screen until the operator has read it. */
export async function sendPending(): Promise<void> {
  const pending = take();
  if (!pending) return;
  try {
    const { waiting } = await call(decideReviewCase, pending.decision);
    dropDraft(pending.id);
    showToast('ok', t(`review.done.${waiting ? 'first' : pending.decision.decision}`));
  } catch (error) {
    if (error instanceof Refused && error.code === 401) return showEnded(pending);
    fail(pending, sentenceOf(error));
  }
  settled();
}

/** Sends the pending decision when the page is closed or reloaded. The answer is lost, so the next page of this tab looks up the case. */
export function sendOnLeaving(me: string): void {
  const pending = take();
  if (!pending) return;
  const { id, kind, title } = pending;
  sessionStorage.setItem(sentKey, JSON.stringify({ me, id, kind, title }));
  void call(decideReviewCase, pending.decision, { keepalive: true }).catch(() => {});
}

const showEnded = ({ title }: Named) => showToast('error', t('review.undo.ended', { title }));
/** The session has ended, so the pending decision can't be sent. A message says so. */
export function loseDecisions(): void {
  const pending = take();
  sessionStorage.removeItem(sentKey);
  set({ failed: [] });
  if (pending) showEnded(pending);
}

const tries = 3;
const between = 1500;
const isMine = ({ case: { decided, agreed } }: Answer<typeof showReviewCase>, me: string) =>
  decided?.by?.id === me || agreed === 'you';

/** Looks up a decision that was sent when the page was closed. The request may still be on its way. */
export async function checkSent(me: string): Promise<void> {
  const stored = sessionStorage.getItem(sentKey);
  if (!stored) return;
  const named = JSON.parse(stored) as Named & { me: string };
  if (named.me !== me) return sessionStorage.removeItem(sentKey);
  for (let n = 0; n < tries; n++) {
    const shown = await call(showReviewCase, { id: named.id }).catch(() => undefined);
    if (shown && isMine(shown, me)) {
      const { decided } = shown.case;
      sessionStorage.removeItem(sentKey);
      dropDraft(named.id);
      showToast('ok', t(`review.done.${decided ? (decided.decision === 'reject' ? 'reject' : 'approve') : 'first'}`));
      return settled();
    }
    await new Promise((resolve) => setTimeout(resolve, between));
  }
  sessionStorage.removeItem(sentKey);
  fail(named, t('review.undo.notFound'));
}
