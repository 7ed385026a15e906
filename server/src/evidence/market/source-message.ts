import { fromHex, toHex } from '@glasshouse/protocol/bytes';
import type { ProvenHeard } from '@glasshouse/protocol/market/proof';
import type { Heard } from '@glasshouse/protocol/market/tape';
import type { Db } from '#platform/database/db.ts';
import type { PublicFile, PublicFiles } from '#platform/http/pages.ts';
import { rawMessage } from './sql.ts';

type HeardColumns = { source: string | null; heard_at: bigint | null; message: Buffer | null };

/** What a tick was read from, as it is hashed; undefined of prices that we make. */
export const heardIn = ({ source, heard_at, message }: HeardColumns): Heard | undefined =>
  source === null ? undefined : { source, at: Number(heard_at), message: message! };

/** The same as it travels. */
export function heardText(row: HeardColumns): ProvenHeard | undefined {
  const heard = heardIn(row);
  return heard && { ...heard, message: toHex(heard.message) };
}

async function readMessage(db: Db, name: string): Promise<PublicFile | undefined> {
  const raw = /^[0-9a-f]{64}$/.test(name) ? await rawMessage(db, fromHex(name)) : undefined;
  return raw && { type: 'application/octet-stream', bytes: raw, keep: 'for ever' };
}

/** The messages that ticks were read from, by their hash: whoever has one can see that it is the one. */
export const files: PublicFiles = { under: '/heard', read: readMessage };
