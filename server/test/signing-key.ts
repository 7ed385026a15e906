import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { openRoundSigner } from '@glasshouse/protocol/beacon/rounds';
import { newSecret, newSigningKey } from '#platform/security/new-keys.ts';

export { newSecret, newSigningKey };

/** The settings with which the api, the office and the worker store files in a directory. */
export const filesFor = (directory: string) => ({
  FILES_DIRECTORY: directory,
  FILES_KEY: newSecret(),
  SPECIMEN_SIGNING_KEY: newSigningKey(),
});

/** The key stored in a file, made on first use, so that a laptop's tape keeps its key. */
export const keptSigningKey = (path: string): string => readOrMake(path, newSigningKey);

/** A value for OFFICE_SECRET or FACTOR_SECRET, stored likewise, so that a laptop's users can still log in. */
export const keptSecret = (path: string): string => readOrMake(path, newSecret);

function readOrMake(path: string, make: () => string): string {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, make(), { mode: 0o600 });
  }
  return readFileSync(path, 'utf8');
}

/**
 * The settings that the feed needs in addition to its signing key, and those of the beacon role: a local beacon on a
 * port.
 */
export const beaconFor = (port: number, secret = newSecret(), seedKey = newSecret()) => ({
  BEACON: 'local',
  BEACON_SECRET: secret,
  BEACON_KEY: openRoundSigner(Buffer.from(secret, 'base64')).publicKey,
  BEACON_PORT: String(port),
  TAPE_SEED_KEY: seedKey,
});
