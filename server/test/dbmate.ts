import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { resolveBinary } from 'dbmate';

/** Connects as migrations do, with a program that has its own client. */
export const connectByDbmate = (DATABASE_URL: string): Promise<unknown> =>
  promisify(execFile)(resolveBinary(), ['--wait-timeout', '2s', 'wait'], { env: { ...process.env, DATABASE_URL } });
