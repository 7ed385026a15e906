import { sameBytes } from '@glasshouse/protocol/bytes';
import { type LogHead, readHead } from '@glasshouse/protocol/publiclog/checkpoint';
import { checkConsistency } from '@glasshouse/protocol/publiclog/merkle';
import { fromBase64, type Note, type NoteKey, readNote, signedWith } from '@glasshouse/protocol/publiclog/note';

// A witness's response to a checkpoint, in the form C2SP tlog-witness. This file stores nothing and signs nothing.

/** The newest checkpoint of a log that the witness has cosigned. */
export type CosignedCheckpoint = { head: LogHead; note: string };
/** `refused`: the log has signed something that does not follow from what it signed before, or the proof is missing. */
type Verdict =
  | { status: 200; head: LogHead; note: Note }
  | { status: 409; size: number; refused?: string }
  | { status: 422; refused: string };

const maxProofLines = 63;

/** A request to cosign: `old N`, the lines of the proof, an empty line, the checkpoint. */
export type CosignRequest = { old: number; proof: Uint8Array[]; note: Note; head: LogHead };

function readRequest(body: string): CosignRequest | undefined {
  const end = body.indexOf('\n\n');
  const [first = '', ...lines] = body.slice(0, Math.max(end, 0)).split('\n');
  const [, digits] = /^old (0|[1-9]\d{0,15})$/.exec(first) ?? [];
  const proof = lines.map(fromBase64);
  const note = readNote(body.slice(end + 2));
  const head = note && readHead(note.text);
  if (end < 0 || digits === undefined || !note || !head || proof.length > maxProofLines) return undefined;
  const whole = proof.filter((hash) => hash?.length === 32) as Uint8Array[];
  return whole.length === proof.length ? { old: Number(digits), proof: whole, note, head } : undefined;
}

/**
 * Parses a request if one of the logs has signed its checkpoint. Otherwise returns the response. Does not use the
 * witness's state.
 */
export async function readSigned(
  body: string,
  logs: readonly NoteKey[],
): Promise<{ request: CosignRequest } | { status: 400 | 403 | 404 }> {
  const request = readRequest(body);
  if (!request) return { status: 400 };
  const { old, note, head } = request;
  const keys = logs.filter(({ name }) => name === head.origin);
  if (keys.length === 0) return { status: 404 };
  const signed = await Promise.all(keys.map((key) => signedWith(key, note)));
  if (!signed.some(Boolean)) return { status: 403 };
  return old > head.size ? { status: 400 } : { request };
}

/** Compares a log's signed checkpoint with the last one that was cosigned. */
export async function judge({ old, proof, note, head }: CosignRequest, seen: LogHead | undefined): Promise<Verdict> {
  const size = seen?.size ?? 0;
  if (seen && head.size === size && !sameBytes(head.root, seen.root))
    return { status: 409, size, refused: 'another root at a size that was cosigned' };
  if (old !== size) return { status: 409, size };
  if (!seen) return proof.length === 0 ? { status: 200, head, note } : { status: 422, refused: 'a proof from nothing' };
  const holds = await checkConsistency(seen, head, proof);
  return holds
    ? { status: 200, head, note }
    : { status: 422, refused: 'no proof that it follows from what was cosigned' };
}
