import * as protocol from '@glasshouse/protocol/records/calls';
import { type Route, serve } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import type { RecordedProducts } from './activity.ts';
import * as records from './records.ts';

export const routesWith = (products: RecordedProducts): Route[] => [
  serve(protocol.listRecords, async ({ tx, locale, user }, input) =>
    ok(await records.listRecords(tx, products, locale, user.number, input)),
  ),
  serve(protocol.showRecord, ({ tx, locale, user }, input) => records.showRecord(tx, locale, user.number, input)),
  serve(protocol.getRecordsCsv, async ({ tx, now, locale, user }, input) =>
    ok(await records.recordsCsv(tx, products, now, locale, user.number, input)),
  ),
];
