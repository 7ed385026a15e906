import { showLog } from '@glasshouse/protocol/publiclog/calls';
import { type Route, serve } from '#platform/http/http.ts';
import type { PublicFiles } from '#platform/http/pages.ts';
import { ok } from '#platform/http/result.ts';
import { readLogFile, showLogKeys } from './publiclog.ts';

/** The files of the public log, readable by anyone and cacheable. */
export const files: PublicFiles = { under: '/log', read: readLogFile };

/** `witnesses` from the configuration: the address and key of each. */
export const routesWith = (witnesses: readonly string[]): Route[] => [
  serve(showLog, async ({ tx }) => ok(await showLogKeys(tx, witnesses))),
];
