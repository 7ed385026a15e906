import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { followStored, recallStored } from './stored.ts';

/** Two things that this site has signed or shown and that cannot both be true, as they were signed. */
export type Alarm = {
  /** The past was changed, the files are not what is signed, or another key signs. */
  what: 'past' | 'files' | 'key';
  at: number;
  keys: readonly string[];
  before: string;
  after: string;
  /** The proof that failed: hashes in base64. */
  proof: readonly string[];
};

/** What this device remembers of the public log: one checkpoint, however long it follows. */
export type LogMemory = {
  /** The key as it was first seen, and when that was. */
  key?: string;
  since?: number;
  /** The newest checkpoint, as it was signed. */
  note?: string;
  checkedAt?: number;
  /** What was remembered before could not be read, and nothing was compared since. */
  isLost?: boolean;
  alarm?: Alarm;
};

/** Small, because every page looks here whether there is an alarm. How it is followed: follow-log.ts. */
export const useLogMemory = create<LogMemory>()(persist((): LogMemory => ({}), { name: 'public log', version: 1 }));

/** Takes over what other tabs have stored meanwhile. */
export const recall = (): LogMemory => {
  recallStored(useLogMemory);
  return useLogMemory.getState();
};

/** An alarm that another tab has raised is shown in this one too. */
export const followOtherTabs = () => followStored(useLogMemory);
