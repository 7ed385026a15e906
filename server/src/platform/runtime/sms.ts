import type { Db, Tx } from '../database/db.ts';
import { newId } from '../database/ids.ts';

/** The interface for text messages. Its only implementation is an outbox: a practice exchange has no carrier. */
export const sendSms = (tx: Tx, at: Date, phone: string, text: string) =>
  tx.insertInto('sms_outbox').values({ id: newId(), phone, text, at }).execute();

/** The newest 50 messages. Ids grow with time, so they order messages of the same millisecond. */
export const newestSms = (db: Db) =>
  db
    .selectFrom('sms_outbox')
    .select(['phone', 'text', 'at'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute();

export const dropOldSms = (tx: Tx, before: Date) => tx.deleteFrom('sms_outbox').where('at', '<', before).execute();
