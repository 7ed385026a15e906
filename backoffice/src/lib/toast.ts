export type Toast = { id: number; tone: 'ok' | 'error'; text: string };

const stay = { ok: 4000, error: 8000 };
const listeners = new Set<() => void>();
let current: Toast | undefined;
let lastId = 0;

function put(toast: Toast | undefined): void {
  current = toast;
  for (const listener of listeners) listener();
}

/** One line at the bottom of the window. A new one replaces the previous one. */
export function showToast(tone: Toast['tone'], text: string): void {
  const id = ++lastId;
  put({ id, tone, text });
  setTimeout(() => current?.id === id && put(undefined), stay[tone]);
}
export const currentToast = (): Toast | undefined => current;
export const dismissToast = (): void => put(undefined);
export function watchToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
