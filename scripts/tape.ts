import { dayOf, firstSlotOf, messageDays, slotAt } from '../protocol/src/market/tape.ts';
import { appRole, ownerRole, urlFor } from '../server/database/prepare.ts';
import { auditTape } from '../server/src/evidence/market/audit.ts';
import { compareDay, dropDaysBefore } from '../server/src/evidence/market/upkeep.ts';
import { openDb, openPool } from '../server/src/platform/database/db.ts';
import { readArguments } from '../server/src/platform/runtime/arguments.ts';

const database = process.env.DATABASE_NAME ?? 'glasshouse';
const { positionals, refuse, choose } = readArguments({
  usage: 'npm run tape -- check\nnpm run tape -- day YYYY-MM-DD\nnpm run tape -- retain [DAYS]',
  about: `check recomputes every price of the tape, day regenerates one revealed day from its seed and compares it, and retain deletes ticks
older than 30 days. The database is named by DATABASE_NAME.`,
  takes: [1, 2],
});
const [command = '', argument] = positionals;
const open = (role: string) => openPool(urlFor(database, role), 2, (error) => console.error(error.message));

/** Recomputes the entire tape. */
async function check(): Promise<boolean> {
  const pool = open(appRole);
  const { ticks, checkpoints, gaps, faults } = await auditTape(openDb(pool));
  await pool.end();
  for (const { symbol, slot, what } of faults) console.log(`wrong ${what}: symbol ${symbol} slot ${slot}`);
  console.log(
    `tape ${faults.length === 0 ? 'ok' : 'BROKEN'} ticks=${ticks} checkpoints=${checkpoints} gaps=${gaps} faults=${faults.length}`,
  );
  return faults.length === 0;
}

/** Regenerates a revealed day from its seed and compares every tick. */
async function verifyDay(text = ''): Promise<boolean> {
  const began = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(began)) return refuse('The day is missing.');
  const pool = open(appRole);
  const { ticks, wrong, openings } = await compareDay(openDb(pool), dayOf(slotAt(began)));
  await pool.end();
  for (const { symbol, slot, stored, made } of wrong)
    console.log(`wrong: symbol ${symbol} slot ${slot}: the tape says ${stored}, the seed gives ${made}`);
  for (const { symbol, stood, opened } of openings)
    console.log(`OPENING: symbol ${symbol} opened at ${opened}, the tape stood at ${stood}`);
  const isRight = wrong.length === 0 && openings.length === 0;
  console.log(
    `day ${text} ${isRight ? 'ok' : 'WRONG'} ticks=${ticks} wrong=${wrong.length} openings=${openings.length}`,
  );
  return isRight;
}

/**
 * Deletes ticks older than this many days, and external messages after a few days. Checkpoints and candles stay. For
 * the owner's daily timer.
 */
async function retain(days = '30'): Promise<boolean> {
  if (!/^[1-9]\d{0,3}$/.test(days)) return refuse(`Not a number of days: ${days}`);
  const pool = open(ownerRole);
  const today = dayOf(slotAt(Date.now()));
  const first = today - Number(days);
  const ticks = await dropDaysBefore(openDb(pool), first);
  const messages = await dropDaysBefore(openDb(pool), today - messageDays, { of: 'tape_message' });
  await pool.end();
  const dropped = [...ticks.dropped, ...messages.dropped];
  const kept = [...ticks.kept, ...messages.kept];
  console.log(`tape: kept from slot ${firstSlotOf(first)}, dropped ${dropped.length} days ${dropped.join(' ')}`);
  if (kept.length > 0) console.log(`still in use, to be dropped the next time: ${kept.join(' ')}`);
  return kept.length === 0;
}

const commands: Record<string, (argument?: string) => Promise<boolean>> = { check, day: verifyDay, retain };
const run = choose(commands, command);
process.exitCode = (await run(argument)) ? 0 : 1;
