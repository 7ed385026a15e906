import * as protocol from '@glasshouse/protocol/assets/calls';
import { type Route, serve } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import { exchange, transfer } from './assets.ts';
import { overview, type Sources } from './overview.ts';
import { showResults } from './results.ts';
import { statement, statementCsv } from './statement.ts';

/** The calls of the assets page, with prices and commitments from where they are known. */
export const routesWith = (sources: Sources): Route[] => [
  serve(protocol.getOverview, async ({ tx, now, user }) => ok(await overview(tx, now, user.number, sources))),
  serve(protocol.getResults, async ({ tx, now, user }, input) =>
    ok(await showResults(tx, now, user.number, sources, input)),
  ),
  serve(protocol.transfer, (call, input) => transfer(call, call.user.number, input)),
  serve(protocol.exchange, (call, input) => exchange(call, call.user.number, input)),
  serve(protocol.getStatement, async ({ tx, user }, input) => ok(await statement(tx, user.number, input))),
  serve(protocol.getStatementCsv, async ({ tx, now, locale, user }, input) =>
    ok(await statementCsv(tx, now, locale, user.number, input)),
  ),
];
