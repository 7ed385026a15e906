import * as protocol from '@glasshouse/protocol/appeals/calls';
import { serve } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import { sendAppeal, showAppeal } from './appeals.ts';

export const routes = [
  serve(protocol.showAppeal, async ({ tx, locale, user }) => ok(await showAppeal(tx, locale, user))),
  serve(protocol.sendAppeal, sendAppeal),
];
