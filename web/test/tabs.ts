import { beforeEach, vi } from 'vitest';

/** What a browser keeps for a site, shared by its tabs; empty before each test. */
export const stored = new Map<string, string>();
beforeEach(() => stored.clear());

const localStorage = {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => stored.set(name, value),
  removeItem: (name: string) => stored.delete(name),
};

/** A module as another tab has it: fresh, over the same storage. */
export async function inNewTab<M>(load: () => Promise<M>): Promise<M> {
  vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage }));
  vi.resetModules();
  return load();
}
