import { parseArgs } from 'node:util';
import { operatorName } from '../protocol/src/operators/session.ts';
import { email as emailAddress } from '../protocol/src/session/calls.ts';
import { makeFirstOwner, renewOwner } from '../server/src/operators/operators.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { inTx, openDb, openPool } from '../server/src/platform/db.ts';
import { environment } from '../server/src/platform/environment.ts';

// npm run owner -- --name NAME --email EMAIL      makes the first owner of the back office and prints a one-time link
// npm run owner -- --renew --email EMAIL          a new link for an owner who has lost password or second factor
const url = environment.OFFICE_DATABASE_URL ?? 'postgres://glasshouse_office@127.0.0.1:5432/glasshouse';
const [origin] = (environment.OFFICE_ORIGINS ?? 'http://localhost:4110').split(',');
const { values } = parseArgs({
  options: { name: { type: 'string' }, email: { type: 'string' }, renew: { type: 'boolean', default: false } },
});
const name = operatorName.safeParse(values.renew ? '-' : values.name);
const email = emailAddress.safeParse(values.email);
if (!name.success || !email.success) throw new Error('Say who: npm run owner -- --name NAME --email EMAIL');

const sentences = {
  owner_exists: 'There is an owner already. Ask them.',
  email_taken: 'This email is taken.',
  no_such_owner: 'There is no owner with this email.',
};
const pool = openPool(url, 1, (error) => console.error(error.message));
const now = systemClock();
const made = values.renew
  ? await inTx(openDb(pool), (tx) => renewOwner(tx, now, origin!, email.data))
  : await inTx(openDb(pool), (tx) => makeFirstOwner(tx, now, origin!, { name: name.data, email: email.data }));
await pool.end();
if (made.ok) console.log(`Open this link within 24 hours; it works once:\n${made.value.link}`);
else console.error(sentences[made.error]);
process.exitCode = made.ok ? 0 : 1;
