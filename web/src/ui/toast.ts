export type ToastKind = 'success' | 'error' | 'loading' | 'result';

export type ToastMessage = {
  kind: ToastKind;
  /** Left out, the kind's own word is shown. */
  text?: string;
  detail?: string;
  /** A settled order: its coin and what it brought, as a decimal string. */
  coin?: string;
  change?: string;
  action?: { label: string; to?: string; onPress?: () => void };
};

export type Toast = ToastMessage & { id: number };

const kept = 5;
const listeners = new Set<() => void>();
// A passing word replaces the one before it. Results wait their turn and stay until they are read.
let passing: Toast | undefined;
let results: readonly Toast[] = [];
let lastId = 0;

function tell() {
  for (const listener of listeners) listener();
}

/** Shows one line at the bottom of the screen and returns its id. */
export function showToast(message: ToastMessage): number {
  const toast = { ...message, id: ++lastId };
  if (message.kind === 'result') results = [...results, toast].slice(-kept);
  else passing = toast;
  tell();
  return toast.id;
}

/** Takes one message away, or the passing one when no id is given. */
export function dismissToast(id = passing?.id) {
  if (passing?.id === id) passing = undefined;
  results = results.filter((toast) => toast.id !== id);
  tell();
}

export const currentToast = (): Toast | undefined => passing ?? results[0];

export function watchToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
