import { parseArgs } from 'node:util';
import { operatorName } from '../protocol/src/office/session.ts';
import { email as emailAddress } from '../protocol/src/session.ts';
import { makeFirstOwner } from '../server/src/operators/operators.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { inTx, openDb, openPool } from '../server/src/platform/db.ts';

// npm run owner -- --name NAME --email EMAIL      makes the first owner of the back office and prints a one-time link
const url = process.env.OFFICE_DATABASE_URL ?? 'postgres://glasshouse_office@127.0.0.1:5432/glasshouse';
const [origin] = (process.env.OFFICE_ORIGINS ?? 'http://localhost:4110').split(',');
const { values } = parseArgs({ options: { name: { type: 'string' }, email: { type: 'string' } } });
const name = operatorName.safeParse(values.name);
const email = emailAddress.safeParse(values.email);
if (!name.success || !email.success) throw new Error('Say who: npm run owner -- --name NAME --email EMAIL');

const person = { name: name.data, email: email.data };
const pool = openPool(url, 1, (error) => console.error(error.message));
const made = await inTx(openDb(pool), (tx) => makeFirstOwner(tx, systemClock(), origin!, person));
await pool.end();
if (made.ok) console.log(`Open this link within 24 hours; it works once:\n${made.value.link}`);
else console.error(made.error === 'owner_exists' ? 'There is an owner already. Ask them.' : 'This email is taken.');
process.exitCode = made.ok ? 0 : 1;
