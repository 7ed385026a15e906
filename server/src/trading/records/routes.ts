import * as protocol from '@glasshouse/protocol/records/calls';
import { serve } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import * as records from './records.ts';

export const routes = [
  serve(protocol.listRecords, async ({ tx, locale, user }, input) =>
    ok(await records.listRecords(tx, locale, user.number, input)),
  ),
  serve(protocol.showRecord, ({ tx, locale, user }, input) => records.showRecord(tx, locale, user.number, input)),
  serve(protocol.getRecordsCsv, async ({ tx, now, locale, user }, input) =>
    ok(await records.recordsCsv(tx, now, locale, user.number, input)),
  ),
];
