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
  /** It did when it was last looked at, and the log cannot be reached since. */
  | { state: 'agreed'; at: number }
  | { state: 'differs'; checkpoint: string };

/** The checkpoint that the site shows now, held against the receipt's. Throws where there is nothing to hold against. */
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
  throw new Error('what is shown as the log is not signed by it');
}

/** Whether the log as it is shown now goes on from the one in a receipt. */
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
  const known = keys.filter((key): key is NoteKey => key?.type === 'cosignature');
  const missing = await notCosigned(log, known);
  return known.map(({ name }) => name).filter((name) => !missing.includes(name));
}

/** Those of the site's witnesses whose signatures under the receipt's checkpoint are right; undefined while that is not known. */
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
