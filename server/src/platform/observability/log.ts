import pg from 'pg';
import { type DestinationStream, destination, type Logger, pino } from 'pino';

export type Log = Logger;

// Mail servers and PostgreSQL quote what they refuse: addresses, phones, rows, codes. None of it may reach a log.
const mask = (text: string): string =>
  text.replaceAll(/[^\s"'<>(),;:=]+@[^\s"'<>(),;:=]+/g, '[email]').replaceAll(/\+\d[\d\s().-]{5,}\d/g, '[phone]');

/** What a failure says about itself, without what it says about people. */
function sentenceOf(error: Error): string {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  // "invalid input syntax for type …" and its kin repeat the value.
  if (error instanceof pg.DatabaseError)
    return code?.startsWith('22') ? `PostgreSQL refused a value: ${code}` : mask(error.message);
  // A mail server's answer may repeat anything of the mail.
  if (command !== undefined) return ['the mail was not taken:', code, command, responseCode].filter(Boolean).join(' ');
  return mask(error.message);
}

type Plain = { type: string; message: string; stack?: string; cause?: Plain };

/** A failure as it may be logged: what went wrong and where. The rest (`detail`, `where`, answers of other servers) is left out. */
function plainError(error: unknown, depth = 3): Plain {
  if (!(error instanceof Error)) return { type: typeof error, message: 'something that is no error was thrown' };
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
    // Only where it happened: the text before the first line repeats the message.
    stack: error.stack?.match(/^ {4}at .*$/gm)?.join('\n') ?? '',
    ...(cause !== undefined && depth > 0 && { cause: plainError(cause, depth - 1) }),
  };
}

/** An error that may be kept and shown anywhere; for libraries that write errors down themselves. */
export const plainly = (error: unknown): Error => new Error(plainError(error).message);

/**
 * One JSON line per event. Secrets never reach it: bodies are not logged, cookies are cut out, failures are made plain. Lines are
 * written together, half a second late at most; what is left is written when the process ends.
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
