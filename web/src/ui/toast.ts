/** A `result` is read out elsewhere, so it is not announced. */
export type ToastKind = 'success' | 'error' | 'loading' | 'notice' | 'result';

export type ToastMessage = {
  kind: ToastKind;
  /** Left out, the kind's own word is shown. */
  text?: string;
  /** At the top: what it says is done again by the button that it would lie over. */
  high?: true;
  action?: { label: string; to?: string; onPress?: () => void };
};

export type Toast = ToastMessage & { id: number };

/** What a screen reader says and nobody sees. */
type Spoken = { text: string; id: number };

const kept = 5;
const listeners = new Set<() => void>();
// A passing word replaces the one before it. The newest result waits until that is gone. Notices wait their turn and stay until they are read.
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
  if (message.kind === 'notice') notices = [...notices, toast].slice(-kept);
  else if (message.kind === 'result') result = toast;
  else passing = toast;
  tell();
  return toast.id;
}

/** Takes one message away, or the passing one when no id is given. */
export function dismissToast(id = passing?.id) {
  if (passing?.id === id) passing = undefined;
  if (result?.id === id) result = undefined;
  notices = notices.filter((toast) => toast.id !== id);
  tell();
}

/** Takes the message about a result away: the result itself is shown. */
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

/** Has something read out, once: whatever shows it is no live region itself. */
export function speak(text: string): void {
  spoken = { text, id: ++lastId };
  tell();
}

/** No result stays on the page for the next user, neither seen nor read out. */
export function hush(): void {
  spoken = undefined;
  result = undefined;
  tell();
}

export const lastSpoken = (): Spoken | undefined => spoken;
