import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A new key that can sign a tape, as TAPE_SIGNING_KEY wants it. */
export const newSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');

/** The key kept in a file, made the first time: a laptop's tape stays under one key. */
export function keptSigningKey(path: string): string {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, newSigningKey(), { mode: 0o600 });
  }
  return readFileSync(path, 'utf8');
}
