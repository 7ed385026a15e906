import { operatorName } from '../protocol/src/operators/session.ts';
import { email as emailAddress } from '../protocol/src/session/calls.ts';
import { inTx, openDb, openPool } from '../server/src/platform/database/db.ts';
import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { systemClock } from '../server/src/platform/runtime/clock.ts';
import { environment } from '../server/src/platform/runtime/environment.ts';
import { makeFirstOwner, renewOwner } from '../server/src/staff/operators/operators.ts';

const url = environment.OFFICE_DATABASE_URL ?? 'postgres://glasshouse_office@127.0.0.1:5432/glasshouse';
const [origin] = (environment.OFFICE_ORIGINS ?? 'http://localhost:4110').split(',');
const { has, option, refuse } = readArguments({
  usage: 'npm run owner -- --name NAME --email EMAIL\nnpm run owner -- --renew --email EMAIL',
  about: `Makes the first owner of the console and prints a one-time link for setting up access. --renew prints a new link for an owner
who has lost their password or second factor.`,
  flags: ['renew'],
  values: ['name', 'email'],
});
const renews = has('renew');
const name = operatorName.safeParse(renews ? '-' : option('name'));
if (!name.success) refuse('The name is missing, or is not a name.');
const email = emailAddress.safeParse(option('email'));
if (!email.success) refuse('The email address is missing, or is not an address.');

const sentences = {
  owner_exists: 'There is an owner already. Ask them.',
  email_taken: 'This email is taken.',
  no_such_owner: 'There is no owner with this email.',
};
const pool = openPool(url, 1, (error) => console.error(error.message));
const now = systemClock();
const made = renews
  ? await inTx(openDb(pool), (tx) => renewOwner(tx, now, origin!, email.data!))
  : await inTx(openDb(pool), (tx) => makeFirstOwner(tx, now, origin!, { name: name.data!, email: email.data! }));
await pool.end();
if (made.ok) console.log(`Open this link within 24 hours; it works once:\n${made.value.link}`);
else console.error(sentences[made.error]);
process.exitCode = made.ok ? 0 : 1;
