import { fromBase64, type Note, type NoteKey, signedWith, toBase64 } from './note.ts';

// Size and root of the public log, in the form C2SP tlog-checkpoint. It is the text of a signed note.

/** `origin` is the log's unique name. */
export type LogHead = { origin: string; size: number; root: Uint8Array };

export const writeHead = ({ origin, size, root }: LogHead): string => `${origin}\n${size}\n${toBase64(root)}\n`;

/** Parses a head. Returns undefined unless the text has exactly this form, with nothing after it. */
export function readHead(text: string): LogHead | undefined {
  const [, origin = '', digits = '', rest = ''] = /^([^\n]+)\n(0|[1-9]\d{0,15})\n([^\n]+)\n$/.exec(text) ?? [];
  const root = fromBase64(rest);
  const size = Number(digits);
  return root?.length === 32 && Number.isSafeInteger(size) ? { origin, size, root } : undefined;
}

/** The head in a note, if it belongs to the key's log and the key has signed it. */
export async function signedHead(key: NoteKey, note: Note | undefined): Promise<LogHead | undefined> {
  const head = note && readHead(note.text);
  return head?.origin === key.name && (await signedWith(key, note!)) ? head : undefined;
}
