import { type Logger, pino } from 'pino';

export type Log = Logger;

/** One JSON line per event. Secrets never reach it: bodies are not logged, cookies are cut out. */
export const createLog = (level: string): Log =>
  pino({ level, redact: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'] });
