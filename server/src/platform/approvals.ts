import type { Selectable } from 'kysely';
import { days, plus } from './clock.ts';
import type { Tx } from './db.ts';
import type { Approval } from './schema.ts';

const expiresAfter = days(7);

type Colleague = { id: string; name: string };
export type StoredApproval = { id: string; action: string; input: unknown; askedBy: Colleague };
type Request = { id: string; action: string; subject: string; input: object; reason: string };

/** Keeps what somebody asked for until somebody else decides, at most a week. */
export const storeRequest = (tx: Tx, now: Date, asker: Colleague, { input, ...request }: Request) =>
  tx
    .insertInto('approval')
    .values({
      ...request,
      input: JSON.stringify(input),
      asked_by: asker.id,
      asked_by_name: asker.name,
      asked_at: now,
      expires_at: plus(now, expiresAfter),
    })
    .execute();

/** Holds a request, so that two people cannot decide it at the same time. */
export const holdRequest = (tx: Tx, id: string): Promise<Selectable<Approval> | undefined> =>
  tx.selectFrom('approval').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

type Decision = { decision: 'approved' | 'refused'; answer: string };
export const closeRequest = (tx: Tx, now: Date, id: string, decider: Colleague, { decision, answer }: Decision) =>
  tx
    .updateTable('approval')
    .set({ decision, answer, decided_by: decider.id, decided_by_name: decider.name, decided_at: now })
    .where('id', '=', id)
    .execute();
