import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { openRoundSigner } from '../protocol/src/beacon/rounds.ts';
import {
  appRole,
  feedRole,
  healthRole,
  logRole,
  officeRole,
  ownerRole,
  pushRole,
  settleRole,
} from '../server/database/prepare.ts';
import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { isBusRole, natsUsers, newSeed, roleNames, seedLine } from '../server/src/platform/runtime/bus-access.ts';
import { systemClock } from '../server/src/platform/runtime/clock.ts';
import { newCertificate } from '../server/src/platform/security/new-certificate.ts';
import { newSecret, newSigningKey } from '../server/src/platform/security/new-keys.ts';

const { positionals, option, refuse } = readArguments({
  usage: 'npm run secrets -- DIRECTORY [HOST:PORT] [--trust FILE] [ADDRESS...]',
  about: `Writes every secret that a site needs and that DIRECTORY does not have yet, each into a file of its own. Existing files stay as they
are: a key that signs or seals must never be lost. HOST:PORT is where PostgreSQL answers. With --trust the roles connect to it by TLS and
accept only the certificate in FILE. The certificates made here are valid for each ADDRESS and for the names of the containers.`,
  values: ['trust'],
  takes: [1, Number.POSITIVE_INFINITY],
});
const [directory = '', place = '127.0.0.1:5432', ...addresses] = positionals;
if (!/^[\w.-]+:\d+$/.test(place)) refuse(`Not a host and a port: ${place}`);
for (const address of addresses) if (isIP(address) !== 4) refuse(`Not an IPv4 address: ${address}`);
const trust = option('trust');
const encrypted = trust ? `?sslmode=verify-full&sslrootcert=${trust}` : '';

const login = (role: string, database = 'glasshouse') =>
  `postgres://${role}:${randomBytes(24).toString('hex')}@${place}/${database}${encrypted}`;

const lines: Record<string, () => string> = {
  ADMIN_DATABASE_URL: () => login('postgres', 'postgres'),
  OWNER_DATABASE_URL: () => login(ownerRole),
  DATABASE_URL: () => login(appRole),
  FEED_DATABASE_URL: () => login(feedRole),
  SETTLE_DATABASE_URL: () => login(settleRole),
  LOG_DATABASE_URL: () => login(logRole),
  OFFICE_DATABASE_URL: () => login(officeRole),
  PUSH_DATABASE_URL: () => login(pushRole),
  HEALTH_DATABASE_URL: () => login(healthRole),
  ...Object.fromEntries(roleNames.filter(isBusRole).map((role) => [seedLine(role), newSeed])),
  // Authenticates the servers of a NATS cluster to each other.
  NATS_ROUTE_PASSWORD: () => `route-${randomBytes(24).toString('hex')}`,
  TAPE_SIGNING_KEY: newSigningKey,
  LOG_SIGNING_KEY: newSigningKey,
  SLIP_SIGNING_KEY: newSigningKey,
  SPECIMEN_SIGNING_KEY: newSigningKey,
  FACTOR_SECRET: newSecret,
  OFFICE_SECRET: newSecret,
  FILES_KEY: newSecret,
  TAPE_SEED_KEY: newSecret,
  BEACON_SECRET: newSecret,
  BACKUP_KEY: newSecret,
  // Empty until a sealing key is rotated.
  FACTOR_SECRET_OLD: () => '',
  OFFICE_SECRET_OLD: () => '',
  FILES_KEY_OLD: () => '',
  TAPE_SEED_KEY_OLD: () => '',
};

mkdirSync(directory, { recursive: true, mode: 0o700 });
/**
 * The file's text, which is created if it is missing. The file is readable by others, so that containers can read it
 * when it is mounted.
 */
function keep(name: string, make: () => string): string {
  const path = join(directory, name);
  if (!existsSync(path)) writeFileSync(path, make(), { mode: 0o444, flag: 'wx' });
  return readFileSync(path, 'utf8');
}
for (const [name, make] of Object.entries(lines)) keep(name, make);
// Needed by PostgreSQL's own image and the feed.
keep('POSTGRES_PASSWORD', () => new URL(keep('ADMIN_DATABASE_URL', () => '')).password);
keep('BEACON_KEY', () => openRoundSigner(Buffer.from(keep('BEACON_SECRET', newSecret), 'base64')).publicKey);
const peers = [0, 1, 2].map((number) => `nats-${number}.nats-peers`);
keepCertificate('NATS_CERTIFICATE', ['nats', ...peers, ...addresses]);
keepCertificate('POSTGRES_CERTIFICATE', ['postgres', 'localhost', '127.0.0.1', ...addresses]);
/** A certificate without its key is useless, and vice versa, so both are created together. */
function keepCertificate(name: string, names: string[]): void {
  const keyName = `${name}_KEY`;
  if ([name, keyName].every((one) => existsSync(join(directory, one)))) return;
  for (const one of [name, keyName]) rmSync(join(directory, one), { force: true });
  const { certificate, key } = newCertificate(`glasshouse ${names[0]}`, names, systemClock());
  keep(name, () => certificate);
  keep(keyName, () => key);
}
// The only file that changes: it is derived from the keys and from the permissions of each role in this release.
const database = new URL(keep('DATABASE_URL', () => '')).pathname.slice(1);
const users = natsUsers(database, (role) => keep(seedLine(role), newSeed));
const usersFile = join(directory, 'NATS_USERS');
if (!existsSync(usersFile) || readFileSync(usersFile, 'utf8') !== users) {
  writeFileSync(`${usersFile}.new`, users, { mode: 0o444 });
  renameSync(`${usersFile}.new`, usersFile);
}
console.log(
  `secrets: ${Object.keys(lines).length + 7} files in ${directory}; keep a copy of them where the backups are not`,
);
