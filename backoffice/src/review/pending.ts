import { now } from '@glasshouse/kit/clock.ts';
import { decideReviewCase, showReviewCase } from '@glasshouse/protocol/review/office';
import { type Answer, type Body, call, Refused, sentenceOf } from '../lib/call.ts';
import { dropDraft } from '../lib/drafts.ts';
import { showToast } from '../lib/toast.ts';
import { t } from '../lib/words.tsx';
import { forgetClaim } from './claims.ts';

// Decisions that were sent and not answered yet. They survive a reload of the tab, so that no outcome is lost silently.

/** A case that an operator decided, as the console names it. */
type DecidedCase = { id: string; kind: string; title: string };

const sentKey = 'glasshouse.sent';
type Sent = DecidedCase & { me: string };

const read = (): Sent[] => JSON.parse(sessionStorage.getItem(sentKey) ?? '[]') as Sent[];
function write(list: readonly Sent[]): void {
  if (list.length === 0) sessionStorage.removeItem(sentKey);
  else sessionStorage.setItem(sentKey, JSON.stringify(list));
}

const rememberSent = ({ me, id, kind, title }: Sent): void =>
  write([...read().filter((each) => each.id !== id), { me, id, kind, title }]);
const forgetSent = (id: string): void => write(read().filter((each) => each.id !== id));
const forgetAllSent = (): void => write([]);
/** The unanswered decisions of one operator. Those of another operator are dropped. */
function sentBy(me: string): readonly Sent[] {
  write(read().filter((each) => each.me === me));
  return read();
}

// A decision waits here for ten seconds before it is sent, so that the operator can undo it. See docs/adr/0184-delay-console-decisions-by-ten-seconds.md.
export const undoSeconds = 10;
/** More decisions than an operator can make in ten seconds. Beyond it, the oldest is sent at once. */
const pendingMax = 10;

/** `me` is the operator who decided. */
type Pending = DecidedCase & { me: string; decision: Body<typeof decideReviewCase>; until: number };
type State = {
  /** Can still be undone, oldest first. */
  pending: readonly Pending[];
  /** Sent, and the queues don't show the outcome yet. */
  sending: readonly DecidedCase[];
  failed: readonly (DecidedCase & { message: string })[];
};

let state: State = { pending: [], sending: [], failed: [] };
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const inFlight = new Set<Promise<void>>();
/** Titles of decisions that the end of the session prevented. */
let prevented: string[] = [];
let settled: () => Promise<unknown> = async () => {};
const listeners = new Set<() => void>();

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
export const whenSettled = (call: () => Promise<unknown>): void => {
  settled = call;
};
const without = <T extends DecidedCase>(list: readonly T[], id: string) => list.filter((each) => each.id !== id);
/** Whether this operator has decided the case and the queue doesn't show it yet. */
export const isDecidedHere = ({ pending, sending }: State, id: string): boolean =>
  [...pending, ...sending].some((each) => each.id === id);

/** Holds a decision back for its own ten seconds. A case that is decided already is not decided again. */
export function decideLater(named: DecidedCase & { me: string }, decision: Pending['decision']): void {
  if (isDecidedHere(state, named.id)) return;
  prevented = [];
  forgetClaim(named.id);
  timers.set(
    named.id,
    setTimeout(() => send(named.id), undoSeconds * 1000),
  );
  set({ pending: [...state.pending, { ...named, decision, until: now() + undoSeconds * 1000 }] });
  if (state.pending.length > pendingMax) send(state.pending[0]!.id);
}

function take(id: string): Pending | undefined {
  const taken = state.pending.find((each) => each.id === id);
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (taken) set({ pending: without(state.pending, id) });
  return taken;
}
const takeAll = (): Pending[] => state.pending.flatMap(({ id }) => take(id) ?? []);
/** Cancels the pending decision on a case, or the latest one. */
export const undo = (id = state.pending.at(-1)?.id): Pending | undefined => (id === undefined ? undefined : take(id));
export const dismissFailed = (id: string): void => set({ failed: without(state.failed, id) });

const endSending = (id: string) => set({ sending: without(state.sending, id) });
function succeed({ id, title }: DecidedCase, outcome: 'approve' | 'reject' | 'first'): void {
  forgetSent(id);
  dropDraft(id);
  showToast('ok', t(`review.done.${outcome}`, { title }));
  // The case must not look undecided until the queues have been loaded again.
  void settled().finally(() => endSending(id));
}
function fail({ id, kind, title }: DecidedCase, message: string): void {
  set({ failed: [...without(state.failed, id), { id, kind, title, message }] });
  endSending(id);
  void settled();
}

function send(id: string): void {
  const pending = take(id);
  if (!pending) return;
  const sent = deliver(pending).finally(() => inFlight.delete(sent));
  inFlight.add(sent);
}

/**
 * The decision is noted before it is sent: if the page closes before the answer, the next page of this tab looks up the
 * case.
 */
async function deliver(pending: Pending): Promise<void> {
  const { id, me, decision } = pending;
  rememberSent(pending);
  set({ sending: [...state.sending, pending] });
  try {
    const { waiting } = await call(decideReviewCase, decision, { keepalive: true });
    succeed(pending, waiting ? 'first' : decision.decision);
  } catch (error) {
    // Without an answer, only the case itself shows whether the decision has arrived.
    if (!(error instanceof Refused)) return lookUp(pending, me, sentenceOf(error));
    forgetSent(id);
    if (error.code !== 401) return fail(pending, sentenceOf(error));
    endSending(id);
    showPrevented([pending]);
  }
}

/** Sends everything that is pending and waits for the answers. A refusal stays on the screen until the operator has read it. */
export async function sendPending(): Promise<void> {
  for (const { id } of state.pending) send(id);
  await Promise.all(inFlight);
}

/** Sends what is pending when the page is closed or reloaded. The answers are lost, so the next page of this tab looks up the cases. */
export function sendOnLeaving(): void {
  for (const pending of takeAll()) {
    rememberSent(pending);
    void call(decideReviewCase, pending.decision, { keepalive: true }).catch(() => {});
  }
}

function showPrevented(named: readonly DecidedCase[]): void {
  if (named.length === 0) return;
  prevented = [...prevented, ...named.map(({ title }) => title)];
  showToast('error', t('review.undo.ended', { count: prevented.length, title: prevented.join(', ') }));
}
/** The session has ended, so the pending decisions can't be sent. A message says so. */
export function loseDecisions(): void {
  const lost = takeAll();
  forgetAllSent();
  // A change renders the queues again, which call the server, which answers again that the session has ended.
  if (state.failed.length > 0) set({ failed: [] });
  showPrevented(lost);
}

const tries = 3;
const between = 1500;
/** The outcome of this operator's decision; undefined if the case doesn't have it. */
function outcomeOf({ case: { decided, agreed } }: Answer<typeof showReviewCase>, me: string) {
  if (decided?.by?.id === me) return decided.decision === 'reject' ? 'reject' : 'approve';
  return agreed === 'you' && !decided ? 'first' : undefined;
}

/** Looks up a decision that was sent and not answered. The request may still be on its way. */
async function lookUp(named: DecidedCase, me: string, message: string): Promise<void> {
  let wasAnswered = false;
  for (let n = 0; n < tries; n++) {
    const shown = await call(showReviewCase, { id: named.id }).catch(() => undefined);
    const outcome = shown && outcomeOf(shown, me);
    if (outcome) return succeed(named, outcome);
    wasAnswered ||= shown !== undefined;
    await new Promise((resolve) => setTimeout(resolve, between));
  }
  // As long as the case can't be seen, the next page of this tab looks again.
  if (wasAnswered) forgetSent(named.id);
  fail(named, message);
}

/** Looks up the decisions that were sent when the page was closed. */
export async function checkSent(me: string): Promise<void> {
  const unanswered = sentBy(me).filter(({ id }) => !isDecidedHere(state, id));
  set({ sending: [...state.sending, ...unanswered] });
  await Promise.all(unanswered.map((named) => lookUp(named, me, t('review.undo.notFound'))));
}
