import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Result } from './result.ts';
import type { DB } from './schema.ts';

// bigint columns arrive as strings unless told otherwise; money must never become a float on the way.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;
export type Pool = pg.Pool;

export function openPool(url: string, connections: number, onError: (error: Error) => void): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'glasshouse',
    // Ours are short statements; compiling one takes longer than running it.
    options: '-c jit=off',
  });
  // A broken connection is replaced by the pool; without these listeners it would end the process.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

export const openDb = (pool: Pool): Db => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });

class Refused extends Error {}

/** One transaction around one decision. A refusal rolls back exactly as a throw does. */
export async function inTx<T, E>(db: Db, decide: (tx: Tx) => Promise<Result<T, E>>): Promise<Result<T, E>> {
  let result: Result<T, E> | undefined;
  try {
    await db.transaction().execute(async (tx) => {
      result = await decide(tx);
      if (!result.ok) throw new Refused();
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  return result!;
}

/** One short transaction that is kept whatever is decided afterwards: counted tries, throttles. */
export const step = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => db.transaction().execute(work);

export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.constraint === constraint;
