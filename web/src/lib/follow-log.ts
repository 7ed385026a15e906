import { now } from '@glasshouse/kit/clock.ts';
import type { showLog } from '@glasshouse/protocol/publiclog/calls';
import { readKey, toBase64 } from '@glasshouse/protocol/publiclog/note';
import { create } from 'zustand';
import { call } from './call.ts';
import { compare, type GetFile, getFile, LogUnreachable, readCheckpoint, readShown } from './log.ts';
import { type Alarm, type LogMemory, recall, useLogMemory } from './log-memory.ts';

const atMostEvery = 60_000;
const maxTries = 3;

/** The outcome of the last check. `away` and `behind` mean that the history was not checked, not that it is wrong. */
export type Look = 'fine' | 'away' | 'behind' | 'unable' | 'empty' | 'alarm';
type Looks = { busy: boolean; last?: Look; lookedAt?: number };
export const useLooks = create<Looks>(() => ({ busy: false }));

/** Whether the last check was inconclusive, and no other tab has succeeded since. */
export const isMissed = ({ last, lookedAt = 0 }: Looks, checkedAt = Number.NEGATIVE_INFINITY): boolean =>
  (last === 'away' || last === 'behind') && checkedAt <= lookedAt;

type Parts = { get: GetFile; askKey: () => Promise<string | null> };
const site: Parts = {
  get: getFile,
  askKey: async () => (await call<typeof showLog>('POST', '/index/log/show', {})).key,
};

let running: Promise<void> | undefined;
let lookedAt = Number.NEGATIVE_INFINITY;
/** A clock that was set back doesn't block the checks. */
const isDue = (last = Number.NEGATIVE_INFINITY) => now() < last || now() - last >= atMostEvery;

/**
 * Compares the log the site shows with what this device remembers, at most once a minute unless the user requests it.
 */
export function followLog(asked = false): Promise<void> {
  if (!asked && !(isDue(lookedAt) && isDue(recall().checkedAt))) return Promise.resolve();
  running ??= alone().finally(() => {
    running = undefined;
  });
  return running;
}

async function alone(): Promise<void> {
  lookedAt = now();
  useLooks.setState({ busy: true });
  const look = () => checkLogOfSite(site);
  // One tab at a time, so that each tab compares with what the previous one has stored.
  const last = await (navigator.locks ? navigator.locks.request('public log', look) : look());
  useLooks.setState({ busy: false, last, lookedAt });
}

/** Checks once; never throws. */
export async function checkLogOfSite(parts: Parts): Promise<Look> {
  if (globalThis.crypto?.subtle === undefined) return 'unable';
  try {
    for (let i = 0; i < maxTries; i++) {
      const look = await lookOnce(parts);
      if (look) return look;
    }
    return 'away';
  } catch (error) {
    // An older browser doesn't support the signature algorithm.
    return error instanceof DOMException && error.name === 'NotSupportedError' ? 'unable' : 'away';
  }
}

/** Returns `undefined` if another tab has stored something since; the result must then be compared with that. */
async function lookOnce({ get, askKey }: Parts): Promise<Look | undefined> {
  const memory = recall();
  if (memory.alarm) return 'alarm';
  // Even without a readable key, the checkpoint identifies the history seen before.
  const remembered = memory.key === undefined ? undefined : await readKey(memory.key);
  const pinned = remembered ? memory.key : await askKey();
  if (!pinned) return 'empty';
  const key = remembered ?? (await readKey(pinned));
  if (!key) return 'away';
  const text = await readCheckpoint(get);
  const shown = await readShown(text, key);
  if (!shown) return otherKey(memory, text, askKey);
  const before = memory.note === undefined ? undefined : await readShown(memory.note, key);
  if (!before) {
    const [at, isLost] = [now(), memory.key !== undefined || memory.note !== undefined];
    return store(memory, { key: pinned, since: at, note: text, checkedAt: at, isLost });
  }

  const isOlder = shown.head.size < before.head.size;
  const [short, long] = isOlder ? [shown.head, before.head] : [before.head, shown.head];
  const found = await compare(short, long, get).catch((error) => {
    // A cached checkpoint may be older than the remembered one, and then the site may lack the newest files.
    if (isOlder && error instanceof LogUnreachable) return undefined;
    throw error;
  });
  if (!found) return 'behind';
  if (found.holds)
    return store(memory, { key: pinned, note: isOlder ? memory.note! : text, checkedAt: now(), isLost: false });
  const proof = found.proof.map(toBase64);
  return raise(memory, { what: found.what, at: now(), keys: [pinned], before: memory.note!, after: text, proof });
}

/**
 * Handles a checkpoint that the remembered key has not signed: an alarm if another key of this site has signed it,
 * otherwise it proves nothing.
 */
async function otherKey(memory: LogMemory, text: string, askKey: Parts['askKey']): Promise<Look | undefined> {
  const named = memory.key === undefined ? null : await askKey();
  const key = named === null || named === memory.key ? undefined : await readKey(named);
  if (!named || !key || !(await readShown(text, key))) return 'away';
  const keys = [memory.key!, named];
  return raise(memory, { what: 'key', at: now(), keys, before: memory.note ?? '', after: text, proof: [] });
}

function store(memory: LogMemory, next: LogMemory): Look | undefined {
  const stored = recall();
  if (stored.note !== memory.note || stored.alarm) return undefined;
  useLogMemory.setState(next);
  return 'fine';
}

/** The alarm stays until the browser's storage is cleared. The first alarm is never overwritten. */
function raise(memory: LogMemory, alarm: Alarm): Look | undefined {
  const stored = recall();
  if (stored.note !== memory.note && !stored.alarm) return undefined;
  if (!stored.alarm) useLogMemory.setState({ alarm });
  return 'alarm';
}
