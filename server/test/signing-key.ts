import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { openRoundSigner } from '@glasshouse/protocol/beacon/rounds';
import { newSecret, newSigningKey } from '#platform/security/new-keys.ts';

export { newSecret, newSigningKey };

/** What the api, the office and the worker need to keep files in a directory. */
export const filesFor = (directory: string) => ({
  FILES_DIRECTORY: directory,
  FILES_KEY: newSecret(),
  SPECIMEN_SIGNING_KEY: newSigningKey(),
});

/** The key kept in a file, made the first time: a laptop's tape stays under one key. */
export const keptSigningKey = (path: string): string => readOrMake(path, newSigningKey);

/** What OFFICE_SECRET and FACTOR_SECRET want, kept likewise: a laptop's people stay able to log in. */
export const keptSecret = (path: string): string => readOrMake(path, newSecret);

function readOrMake(path: string, make: () => string): string {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, make(), { mode: 0o600 });
  }
  return readFileSync(path, 'utf8');
}

/** What the feed needs beside its signing key to make prices, and the role beacon to give it rounds: a beacon of our own at a port. */
export const beaconFor = (port: number, secret = newSecret(), seedKey = newSecret()) => ({
  BEACON: 'local',
  BEACON_SECRET: secret,
  BEACON_KEY: openRoundSigner(Buffer.from(secret, 'base64')).publicKey,
  BEACON_PORT: String(port),
  TAPE_SEED_KEY: seedKey,
});
