import type { Socket } from 'node:net';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Result } from '../http/result.ts';
import { traced } from '../observability/trace.ts';
import { seconds } from '../runtime/clock.ts';
import type { DB } from './schema.ts';

// By default bigint columns arrive as strings; money must never become a float on the way.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;
export type Pool = pg.Pool;

/**
 * Values as one PostgreSQL array, for statements about thousands of rows: that many parameters would cost more than the
 * work itself. Strings are not quoted, so only plain ones are allowed: ids, hashes and names.
 */
export const arrayOf = (values: readonly (bigint | number | string | boolean | null)[]): string =>
  `{${values.map(plain).join(',')}}`;
function plain(value: bigint | number | string | boolean | null): string {
  if (value === null) return 'null';
  if (value === undefined || (typeof value === 'string' && !isPlain.test(value)))
    throw new Error(`not plain: ${value}`);
  return String(value);
}
const isPlain = /^(?!null$)[\w-]+$/i;

/** For a library that writes row counts into JSON, which cannot hold a bigint. */
export const bigintsAsText: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    (type as number) === pg.types.builtins.INT8 ? String : pg.types.getTypeParser(type, format as 'text'),
};

/**
 * A statement that begins with a name in a comment is prepared under that name, once per connection. For the few
 * frequent statements whose planning would cost more than their execution.
 */
function withName(args: unknown[]): unknown[] {
  const [text, values, ...rest] = args;
  const [, name] = (typeof text === 'string' && /^\/\* (\w+) \*\//.exec(text)) || [];
  return name ? [{ name, text, values }, ...rest] : args;
}

/**
 * A connection that is closed when a statement gets no answer in time. Its server may have vanished, as after a
 * failover, and later statements on it would get no answer either.
 */
class Connection extends pg.Client {
  override query(...args: unknown[]): never {
    const answer: unknown = super.query(...(withName(args) as [never]));
    if (answer instanceof Promise)
      answer.catch((error: Error) => {
        const { connection } = this as unknown as { connection: { stream: Socket } };
        if (error.message === 'Query read timeout') connection.stream.destroy();
      });
    return answer as never;
  }
}

/**
 * Connections to PostgreSQL. `timeout` limits a statement: the server cancels it then, and we close the connection a
 * moment later in case the server is gone; 0 means no limit. An idle connection whose other end has vanished is noticed
 * within 20 s.
 */
export function openPool(
  url: string,
  connections: number,
  onError: (error: Error) => void,
  { timeout = seconds(30), types }: { timeout?: number; types?: pg.CustomTypesConfig } = {},
): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    Client: Connection,
    connectionTimeoutMillis: Math.min(timeout || seconds(10), seconds(10)),
    statement_timeout: timeout,
    query_timeout: timeout && timeout + seconds(1),
    idle_in_transaction_session_timeout: timeout,
    keepAlive: true,
    keepAliveInitialDelayMillis: seconds(10),
    application_name: 'glasshouse',
    // Our statements are short; compiling one takes longer than running it.
    options: '-c jit=off',
    ...(types && { types }),
  });
  // The pool replaces a broken connection; without these listeners it would end the process.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

export const openDb = (pool: Pool): Db => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });

class Refused extends Error {}

/** One transaction around one decision. A refusal rolls back, like an exception. */
export const inTx = <T, E>(db: Db, decide: (tx: Tx) => Promise<Result<T, E>>): Promise<Result<T, E>> =>
  traced('db.transaction', {}, async () => {
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
  });

/** One short transaction that is committed whatever is decided later, for counted attempts and throttles. */
export const step = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  traced('db.transaction', {}, () => db.transaction().execute(work));

export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.constraint === constraint;
