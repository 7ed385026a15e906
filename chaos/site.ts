import { slotAt } from '../protocol/src/market/tape.ts';
import { auditTape } from '../server/src/evidence/market/audit.ts';
import { auditLog } from '../server/src/evidence/publiclog/audit.ts';
import { checkBooks } from '../server/src/money/ledger/proof.ts';
import { openDb, openPool, type Pool } from '../server/src/platform/database/db.ts';
import { systemClock } from '../server/src/platform/runtime/clock.ts';
import { products } from '../server/src/roles/products.ts';
import { beaconFor, filesFor, newSecret, newSigningKey } from '../server/test/signing-key.ts';
import type { roles } from './cluster-faults.ts';
import { judgeMoves } from './moves-judge.ts';
import type { Load } from './people.ts';
import { judgeSettlements, settled } from './settle-judge.ts';
import { verifyAll } from './settle-verify.ts';

/** The port of each role's health check, as used by the proxies of deploy/three-machines. */
export const opsOf: Record<(typeof roles)[number], number> = {
  ...{ api: 4101, push: 4201, office: 4301, settle: 4401, feed: 4501, log: 4601, worker: 4701, beacon: 4801 },
};

/** The settings of all roles of a site on several machines, except their addresses and that of the database. */
export const siteEnvironment = (folder: string, doors: string[]): Record<string, string> => ({
  DATABASE_TIMEOUT_SECONDS: '4',
  HTTP_PORT: '4100',
  LIVE_PORT: '4102',
  ORIGINS: doors.join(),
  OFFICE_ORIGINS: 'http://localhost:8081',
  TRUST_PROXY: '1',
  OFFICE_SECRET: newSecret(),
  FACTOR_SECRET: newSecret(),
  TAPE_SIGNING_KEY: newSigningKey(),
  LOG_SIGNING_KEY: newSigningKey(),
  SLIP_SIGNING_KEY: newSigningKey(),
  LOG_ORIGIN: 'glasshouse.example/log',
  ...beaconFor(4103),
  ...filesFor(`${folder}/files`),
  TAPE_HISTORY_MINUTES: '60',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'drill@glasshouse.example',
  LOG_LEVEL: 'warn',
  DEVELOPMENT: '1',
});

type Span = { first: number; last: number };

/** Recomputes all responses and everything in the books, on the tape and in the log, once it is settled up to a slot. */
export async function recompute(pool: Pool, answered: Load['answered'], through: number, span: Span) {
  const db = openDb(pool);
  const found = await judgeSettlements(db, answered, through);
  const moves = await judgeMoves(pool, [...answered.transfer], 2);
  const [tape, log] = [await auditTape(db), await auditLog(db, products)];
  for (const line of await verifyAll(db, span)) console.log(line);
  console.log(
    `tape: ${tape.ticks} ticks, ${tape.gaps} gaps, ${tape.faults.length} faults; log: ${log.leaves} leaves, ${log.faults.length} faults`,
  );
  return {
    ...found,
    lost: found.lost + moves.lost,
    doubled: found.doubled + moves.doubled,
    wrong: found.wrong + tape.faults.length + log.faults.length,
  };
}

/** The same for a site whose users have stopped, with its books. */
export async function judgeSite(url: string, answered: Load['answered'], began: number) {
  const pool = openPool(url, 4, () => {}, { timeout: 0 });
  try {
    const opened = slotAt(systemClock().getTime());
    const found = await recompute(pool, answered, await settled(pool), { first: began, last: opened + 10 });
    const { legs } = await checkBooks(openDb(pool));
    return { ...found, legs };
  } finally {
    await pool.end();
  }
}
