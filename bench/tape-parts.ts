import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePorts } from '../scripts/ports.ts';
import { appRole, feedRole, prepareDatabase, urlFor } from '../server/database/prepare.ts';
import { forkChild } from '../server/test/child.ts';
import { newSigningKey } from '../server/test/signing-key.ts';
import type { Report } from './tape-process.ts';

const file = fileURLToPath(new URL('tape-process.ts', import.meta.url));
export const benchOrigin = 'http://127.0.0.1:1';

/** Starts a feed process and a push process on a dedicated database. */
export async function startTapeParts(database: string, symbols: number, natsUrl: string) {
  await prepareDatabase(database);
  const port = await freePorts();
  const env = {
    PATH: process.env.PATH,
    SYMBOLS: String(symbols),
    DATABASE_URL: urlFor(database, appRole),
    FEED_DATABASE_URL: urlFor(database, feedRole),
    TAPE_SIGNING_KEY: newSigningKey(),
    NATS_URL: natsUrl,
    LIVE_PORT: String(port),
    LIVE_CONNECTIONS: '200000',
    LIVE_PER_ADDRESS: '200000',
    ORIGINS: benchOrigin,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'bench@glasshouse.example',
    LOG_LEVEL: 'warn',
  };
  const start = async (role: 'feed' | 'push', hear: (told: Report) => void = () => {}): Promise<ChildProcess> => {
    const child = forkChild(file, [role], { env });
    await new Promise<void>((resolve, reject) => {
      child.on('message', (told: Report) => ('ready' in told ? resolve() : hear(told)));
      child.once('exit', (code) => reject(new Error(`${role} ended with ${code}`)));
    });
    return child;
  };
  return { port, start };
}
