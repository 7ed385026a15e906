import { destination, type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * One JSON line per event. Secrets never reach it: bodies are not logged, cookies are cut out. Lines are written together, half a second
 * late at most; what is left is written when the process ends.
 */
export const createLog = (level: string): Log =>
  pino(
    { level, redact: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'] },
    destination({ sync: false, minLength: 4096, periodicFlush: 500 }),
  );
