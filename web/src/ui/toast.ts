/** A `result` is announced elsewhere, so the toast isn't. */
export type ToastKind = 'success' | 'error' | 'loading' | 'notice' | 'result';

export type ToastMessage = {
  kind: ToastKind;
  /** By default, the text of the kind. */
  text?: string;
  /** At the top, because below it would cover the button that repeats the action. */
  high?: true;
  action?: { label: string; to?: string; onPress?: () => void };
};

export type Toast = ToastMessage & { id: number };

/** Text that only screen readers get. */
type Spoken = { text: string; id: number };

const maxNotices = 5;
const listeners = new Set<() => void>();
// A temporary toast replaces the previous one. The newest result waits until that is gone. Notices queue up and stay
// until they are dismissed.
let passing: Toast | undefined;
let result: Toast | undefined;
let notices: readonly Toast[] = [];
let spoken: Spoken | undefined;
let lastId = 0;

function tell() {
  for (const listener of listeners) listener();
}

/** Shows one line at the bottom of the screen and returns its id. */
export function showToast(message: ToastMessage): number {
  const toast = { ...message, id: ++lastId };
  if (message.kind === 'notice') notices = [...notices, toast].slice(-maxNotices);
  else if (message.kind === 'result') result = toast;
  else passing = toast;
  tell();
  return toast.id;
}

/** Removes one message, or the temporary one if no id is given. */
export function dismissToast(id = passing?.id) {
  if (passing?.id === id) passing = undefined;
  if (result?.id === id) result = undefined;
  notices = notices.filter((toast) => toast.id !== id);
  tell();
}

/** Removes the message about a result because the result itself is shown. */
export const dismissResult = (): void => {
  if (result) dismissToast(result.id);
};

export const currentToast = (): Toast | undefined => passing ?? result ?? notices[0];

export function watchToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Announces a text once to screen readers, for elements that aren't live regions. */
export function speak(text: string): void {
  spoken = { text, id: ++lastId };
  tell();
}

/** Removes results from the page, visible and spoken, before the next user sees it. */
export function hush(): void {
  spoken = undefined;
  result = undefined;
  tell();
}

export const lastSpoken = (): Spoken | undefined => spoken;
