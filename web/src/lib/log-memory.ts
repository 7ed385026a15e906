import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { followStored, recallStored } from './stored.ts';

/** Two contradictory statements, both signed or shown by this site, verbatim. */
export type Alarm = {
  /** The history was changed, the files don't match the signature, or another key signs. */
  what: 'past' | 'files' | 'key';
  at: number;
  keys: readonly string[];
  before: string;
  after: string;
  /** The failed proof: hashes in base64. */
  proof: readonly string[];
};

/** This device's memory of the public log: always one checkpoint. */
export type LogMemory = {
  /** The first key seen, and when. */
  key?: string;
  since?: number;
  /** The newest checkpoint with its signatures. */
  note?: string;
  checkedAt?: number;
  /** The previous memory could not be read, and nothing has been compared since. */
  isLost?: boolean;
  alarm?: Alarm;
};

/** Kept small, because every page checks it for an alarm. follow-log.ts follows the log. */
export const useLogMemory = create<LogMemory>()(persist((): LogMemory => ({}), { name: 'public log', version: 1 }));

/** Takes over what other tabs have stored. */
export const recall = (): LogMemory => {
  recallStored(useLogMemory);
  return useLogMemory.getState();
};

/** Shows an alarm raised by another tab in this one too. */
export const followOtherTabs = () => followStored(useLogMemory);
