import { beforeEach, vi } from 'vitest';

/** The browser's storage for the site, shared by its tabs and emptied before each test. */
export const stored = new Map<string, string>();
beforeEach(() => stored.clear());

const localStorage = {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => stored.set(name, value),
  removeItem: (name: string) => stored.delete(name),
};

/** Loads a module as another tab would: fresh, with the same storage. */
export async function inNewTab<M>(load: () => Promise<M>): Promise<M> {
  vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage }));
  vi.resetModules();
  return load();
}
