import { readArguments } from '#platform/runtime/arguments.ts';
import { environment } from '#platform/runtime/environment.ts';
import { prepareDatabase } from './prepare.ts';

const { refuse } = readArguments({
  usage: 'DATABASE_URL=... ADMIN_DATABASE_URL=... npm run migrate',
  about: `Creates the database that DATABASE_URL names, with its roles and the passwords in their URLs, or migrates an existing one to the newest
version. ADMIN_DATABASE_URL is the login of a superuser.`,
});
const { DATABASE_URL: url, ADMIN_DATABASE_URL: admin } = environment;
if (!url || !admin) refuse('DATABASE_URL and ADMIN_DATABASE_URL must be set.');
const name = new URL(url!).pathname.slice(1);
if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) refuse(`Not a name for a database: ${name}`);
await prepareDatabase(name);
console.log(`migrate: ${name} is at the newest version`);
