import { signedHead } from '@glasshouse/protocol/publiclog/checkpoint';
import { leafHash } from '@glasshouse/protocol/publiclog/merkle';
import { noteKey, readNote } from '@glasshouse/protocol/publiclog/note';
import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';
import { sha } from '#platform/security/signer.ts';
import { compareOrders, type Products } from './audit-orders.ts';
import { compareSales } from './audit-sales.ts';
import { compareTables, compareTotals, type Fault, type LogFault, maxFaults } from './audit-tables.ts';
import * as table from './sql.ts';
import { type Edge, grow, rootOf } from './tree.ts';

type LogAudit = { leaves: number; checkpoints: number; faults: LogFault[] };

const page = 4096;
const ofTape = 1; // the first byte of a second of the tape, followed by its slot

/**
 * Recomputes the entire log and compares it with the tables that its entries come from. Only the owner of the tables
 * can read all of them.
 */
export async function auditLog(db: Db, products: Products): Promise<LogAudit> {
  const audit: LogAudit = { leaves: 0, checkpoints: 0, faults: [] };
  const fault: Fault = (what, where) => {
    if (audit.faults.length < maxFaults) audit.faults.push({ what, where });
  };
  await auditTree(db, audit, fault);
  await compareTables(db, fault);
  await compareOrders(db, products, fault);
  await compareSales(db, fault);
  await compareModels(db, fault);
  await compareTotals(db, fault);
  return audit;
}

async function auditTree(db: Db, audit: LogAudit, fault: Fault): Promise<void> {
  const keys = await Promise.all(
    (await db.selectFrom('log_key').selectAll().execute()).map((key) => noteKey(key.origin, 'text', key.public_key)),
  );
  const isSigned = async (note: string, size: number) => {
    for (const key of keys) if ((await signedHead(key, readNote(note)))?.size === size) return true;
    return false;
  };
  let edge: Edge = { size: 0, levels: [] };
  let newest: Buffer = Buffer.alloc(0);
  for (let more = true; more; ) {
    const { rows } = await sql<{ place: bigint; bytes: Buffer; hash: Buffer }>`
      select place, bytes, hash from log_leaf where place >= ${edge.size} order by place limit ${page}`.execute(db);
    const checkpoints = await db
      .selectFrom('log_checkpoint')
      .selectAll()
      .where('size', '>', BigInt(edge.size))
      .where('size', '<=', BigInt(edge.size + rows.length))
      .orderBy('size')
      .execute();
    for (const { place, bytes, hash } of rows) {
      const leaf = await leafHash(bytes, sha);
      if (Number(place) !== edge.size || !hash.equals(leaf)) fault('leaf', String(place));
      if (bytes[0] === ofTape) {
        const slot = bytes.subarray(1, 9);
        if (slot.compare(newest) <= 0) fault('tape', String(place));
        newest = slot;
      }
      const grown = await grow(edge, [leaf]);
      edge = grown.edge;
      for (const node of grown.nodes) {
        const [kept] = await table.nodesOf(db, node.level, node.place, node.place + 1);
        if (!kept?.equals(node.hash)) fault('node', `${node.level}/${node.place}`);
      }
      for (; checkpoints[0] && Number(checkpoints[0].size) === edge.size; checkpoints.shift()) {
        const { size, root, note } = checkpoints[0];
        audit.checkpoints++;
        if (!root.equals(await rootOf(edge))) fault('root', String(size));
        else if (!(await isSigned(note, Number(size)))) fault('signature', String(size));
      }
    }
    more = rows.length === page;
  }
  audit.leaves = edge.size;
}

/**
 * Options on generated prices have model 3 in generator 3 and later, and no other options have it: see correctModel in
 * protocol/src/options/model.ts.
 */
async function compareModels(db: Db, fault: Fault): Promise<void> {
  const { rows } = await sql<{ id: string; model: number; generator: number | null }>`
    select id, model, generator from option_order cross join generator_at(quote_slot, rule) as generator
    where (model = 3) is distinct from (coalesce(generator, 0) >= 3) limit ${maxFaults}`.execute(db);
  for (const { id, model, generator } of rows)
    fault(
      'models',
      `option ${id} has model ${model}, its day ${generator ? `generator ${generator}` : 'no generator'}`,
    );
}
