import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';
import { type Fault, maxFaults } from './audit-tables.ts';

/** Options on prices that we make have model 3 from generator 3, and no other options have it: correctModel in protocol/src/options/model.ts. */
export async function compareModels(db: Db, fault: Fault): Promise<void> {
  const { rows } = await sql<{ id: string; model: number; generator: number | null }>`
    select id, model, generator from option_order cross join generator_at(quote_slot, rule) as generator
    where (model = 3) is distinct from (coalesce(generator, 0) >= 3) limit ${maxFaults}`.execute(db);
  for (const { id, model, generator } of rows)
    fault(
      'models',
      `option ${id} has model ${model}, its day ${generator ? `generator ${generator}` : 'no generator'}`,
    );
}
