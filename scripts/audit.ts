import { checkAudit } from '../server/src/console/backoffice/backoffice.ts';
import { openDb, openPool } from '../server/src/platform/database/db.ts';
import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { environment } from '../server/src/platform/runtime/environment.ts';

readArguments({
  usage: 'npm run audit',
  about: "Recomputes the operators' audit log of OFFICE_DATABASE_URL from the first entry to the last.",
});
const url = environment.OFFICE_DATABASE_URL ?? 'postgres://glasshouse_office@127.0.0.1:5432/glasshouse';
const pool = openPool(url, 1, (error) => console.error(error.message));
const { entries, head, brokenAt } = await checkAudit(openDb(pool));
await pool.end();
console.log(
  brokenAt === undefined ? `audit intact entries=${entries} head=${head}` : `audit BROKEN at entry ${brokenAt}`,
);
process.exitCode = brokenAt === undefined ? 0 : 1;
