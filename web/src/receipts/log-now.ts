import { headSigned, notCosigned } from '@glasshouse/protocol/orders/receipt-log';
import type { OwnersLog } from '@glasshouse/protocol/orders/shapes';
import { type NoteKey, readKey } from '@glasshouse/protocol/publiclog/note';
import { useQuery } from '@tanstack/react-query';
import { useConnection } from '../lib/connection.ts';
import { compare, readCheckpoint } from '../lib/log.ts';
import { logQuery } from '../lib/log-query.ts';

const looksAgainAfter = 60_000;

export type LogNow =
  | { state: 'busy' | 'unreached' }
  | { state: 'agrees'; size: number }
  /** They agreed at the last check, but the log can't be reached now. */
  | { state: 'agreed'; at: number }
  | { state: 'differs'; checkpoint: string };

/** Compares the site's current checkpoint with the receipt's. Throws if there is nothing to compare with. */
async function holdAgainst(log: OwnersLog, keys: readonly string[]): Promise<LogNow> {
  const checkpoint = await readCheckpoint();
  const then = await headSigned(log);
  for (const key of new Set([log.key, ...keys])) {
    const now = await headSigned({ ...log, key, checkpoint });
    if (!now || !then) continue;
    const [before, after] = then.size <= now.size ? [then, now] : [now, then];
    const agrees = before.origin === after.origin && (await compare(before, after)).holds;
    return agrees ? { state: 'agrees', size: after.size } : { state: 'differs', checkpoint };
  }
  throw new Error('the checkpoint shown is not signed by the log');
}

/** Whether the current log continues the one in a receipt. */
export function useLogNow(log: OwnersLog, keys: readonly string[]): LogNow {
  const isLost = useConnection(({ lostAt }) => lostAt !== undefined);
  const { data, dataUpdatedAt, isError, fetchStatus } = useQuery({
    queryKey: ['contracts', 'receipt', 'log', log.checkpoint, keys],
    queryFn: () => holdAgainst(log, keys),
    staleTime: looksAgainAfter,
    retry: 1,
    meta: { quiet: true },
  });
  const isUnreached = isLost || isError || fetchStatus === 'paused';
  if (data?.state === 'agrees' && isUnreached) return { state: 'agreed', at: dataUpdatedAt };
  return data ?? { state: isUnreached ? 'unreached' : 'busy' };
}

async function cosignersOf(log: OwnersLog, witnesses: readonly string[]): Promise<string[]> {
  const keys = await Promise.all(witnesses.map(readKey));
  const witnessKeys = keys.filter((key): key is NoteKey => key?.type === 'cosignature');
  const missing = await notCosigned(log, witnessKeys);
  return witnessKeys.map(({ name }) => name).filter((name) => !missing.includes(name));
}

/** The site's witnesses with a valid signature under the receipt's checkpoint; `undefined` until known. */
export function useCosigners(log: OwnersLog): string[] | undefined {
  const witnesses = useQuery(logQuery).data?.witnesses;
  const { data } = useQuery({
    queryKey: ['contracts', 'receipt', 'cosigners', log.checkpoint, witnesses],
    queryFn: () => cosignersOf(log, witnesses!),
    enabled: witnesses !== undefined,
    meta: { quiet: true },
  });
  return data;
}
