import * as protocol from '@glasshouse/protocol/appeals';
import { serve, serveInSteps } from '../platform/http.ts';
import { ok } from '../platform/result.ts';
import { sendAppeal, showAppeal } from './appeals.ts';

export const routes = [
  serve(protocol.showAppeal, async ({ tx, user }) => ok(await showAppeal(tx, user))),
  serveInSteps(protocol.sendAppeal, sendAppeal),
];
