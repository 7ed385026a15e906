import { fromHex, toHex } from '@glasshouse/protocol/bytes';
import type { ProvenMessage } from '@glasshouse/protocol/market/proof';
import type { SourceMessage } from '@glasshouse/protocol/market/tape';
import type { Db } from '#platform/database/db.ts';
import type { PublicFile, PublicFiles } from '#platform/http/pages.ts';
import { rawMessage } from './sql.ts';

type MessageColumns = { source: string | null; heard_at: bigint | null; message: Buffer | null };

/** The message that a tick was read from, in hashed form; undefined for generated prices. */
export const sourceMessageOf = ({ source, heard_at, message }: MessageColumns): SourceMessage | undefined =>
  source === null ? undefined : { source, at: Number(heard_at), message: message! };

/** The same for JSON, with the hash in hex. */
export function provenMessageOf(row: MessageColumns): ProvenMessage | undefined {
  const heard = sourceMessageOf(row);
  return heard && { ...heard, message: toHex(heard.message) };
}

async function readMessage(db: Db, name: string): Promise<PublicFile | undefined> {
  const raw = /^[0-9a-f]{64}$/.test(name) ? await rawMessage(db, fromHex(name)) : undefined;
  return raw && { type: 'application/octet-stream', bytes: raw, keep: 'for ever' };
}

/** Serves the messages that ticks were read from by their hash, so that a client can check what it gets. */
export const files: PublicFiles = { under: '/heard', read: readMessage };
