import { noteKey, writeKey } from '../protocol/src/publiclog/note.ts';
import { ownerRole, urlFor } from '../server/database/prepare.ts';
import { auditLog } from '../server/src/evidence/publiclog/audit.ts';
import { newestKey } from '../server/src/evidence/publiclog/sql.ts';
import { openDb, openPool } from '../server/src/platform/database/db.ts';
import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { products } from '../server/src/roles/products.ts';

const { positionals, choose } = readArguments({
  usage: 'npm run log -- check\nnpm run log -- key',
  about: `check recomputes the public log and compares it with the database; key prints the key that signs the log, as witnesses and the
verifier expect it. The database is named by DATABASE_NAME.`,
  takes: [1, 1],
});
const pool = openPool(
  urlFor(process.env.DATABASE_NAME ?? 'glasshouse', ownerRole),
  1,
  (error) => console.error(error.message),
  {
    timeout: 0,
  },
);
const db = openDb(pool);

const commands: Record<string, () => Promise<boolean>> = {
  /** Recomputes the public log and compares it with the data it covers. */
  check: async () => {
    const { leaves, checkpoints, faults } = await auditLog(db, products);
    for (const { what, where } of faults) console.log(`${what}: ${where}`);
    const state = faults.length === 0 ? 'ok' : 'BROKEN';
    console.log(`log ${state} leaves=${leaves} checkpoints=${checkpoints} faults=${faults.length}`);
    return faults.length === 0;
  },
  /** The key that signs it, in the form that witnesses and the verifier accept. */
  key: async () => {
    const key = await newestKey(db);
    console.log(key ? writeKey(await noteKey(key.origin, 'text', key.public_key)) : 'nothing is signed yet');
    return key !== undefined;
  },
};
const run = choose(commands, positionals[0]!);
process.exitCode = (await run()) ? 0 : 1;
await pool.end();
