import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A new key that can sign a tape, as TAPE_SIGNING_KEY wants it. */
export const newSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');

/** The key kept in a file, made the first time: a laptop's tape stays under one key. */
export const keptSigningKey = (path: string): string => kept(path, newSigningKey);

/** What OFFICE_SECRET wants, kept likewise: a laptop's operators stay able to log in. */
export const keptSecret = (path: string): string => kept(path, () => randomBytes(32).toString('base64'));

function kept(path: string, make: () => string): string {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, make(), { mode: 0o600 });
  }
  return readFileSync(path, 'utf8');
}
