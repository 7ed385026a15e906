import pg from 'pg';
import { type DestinationStream, destination, type Logger, pino } from 'pino';

export type Log = Logger;

// Mail servers and PostgreSQL quote what they refuse: addresses, phones, rows, codes. None of it may reach a log.
const mask = (text: string): string =>
  text.replaceAll(/[^\s"'<>(),;:=]+@[^\s"'<>(),;:=]+/g, '[email]').replaceAll(/\+\d[\d\s().-]{5,}\d/g, '[phone]');

/** The message of an error, without personal data. */
function sentenceOf(error: Error): string {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  // "invalid input syntax for type …" and similar messages repeat the value.
  if (error instanceof pg.DatabaseError)
    return code?.startsWith('22') ? `PostgreSQL refused a value: ${code}` : mask(error.message);
  // A mail server's answer may repeat any part of the mail.
  if (command !== undefined) return ['the mail was not taken:', code, command, responseCode].filter(Boolean).join(' ');
  return mask(error.message);
}

type Plain = { type: string; message: string; stack?: string; cause?: Plain };

/**
 * A loggable form of an error: what went wrong and where. Other fields (`detail`, `where`, answers of other servers)
 * are left out.
 */
function plainError(error: unknown, depth = 3): Plain {
  if (!(error instanceof Error)) return { type: typeof error, message: 'a value that is not an error was thrown' };
  const { code, constraint, table, severity, routine } = error as Partial<pg.DatabaseError>;
  const { syscall, cause } = error as { syscall?: string; cause?: unknown };
  return {
    type: error.name,
    message: sentenceOf(error),
    ...Object.fromEntries(
      Object.entries({ code, constraint, table, severity, routine, syscall }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
    // Only the location: the text before the first line repeats the message.
    stack: error.stack?.match(/^ {4}at .*$/gm)?.join('\n') ?? '',
    ...(cause !== undefined && depth > 0 && { cause: plainError(cause, depth - 1) }),
  };
}

/** An error that is safe to store and show, for libraries that record errors themselves. */
export const toPlainError = (error: unknown): Error => new Error(plainError(error).message);

/**
 * One JSON line per event. Secrets never reach it: bodies are not logged, cookies are removed, and errors are cleaned.
 * Lines are written in batches, at most half a second late; the rest is written when the process ends.
 */
export const createLog = (
  level: string,
  to: DestinationStream = destination({ sync: false, minLength: 4096, periodicFlush: 500 }),
): Log =>
  pino(
    {
      level,
      redact: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'],
      serializers: { err: plainError, error: plainError },
    },
    to,
  );
