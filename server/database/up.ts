import { environment } from '../src/platform/environment.ts';
import { prepareDatabase } from './prepare.ts';

// `npm run migrate`: makes the database that DATABASE_URL names, with its roles and the passwords that their addresses have, or brings an
// existing one to the newest state. Needs ADMIN_DATABASE_URL, a superuser's; nobody else does.
if (!environment.DATABASE_URL || !environment.ADMIN_DATABASE_URL)
  throw new Error('DATABASE_URL says which database, ADMIN_DATABASE_URL who may make it');
const name = new URL(environment.DATABASE_URL).pathname.slice(1);
if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) throw new Error(`${name} is no name for a database`);
await prepareDatabase(name);
console.log(`migrate: ${name} is at the newest state`);
