import * as protocol from '@glasshouse/protocol/vip/calls';
import { type Route, serve, serveInSteps } from '../platform/http.ts';
import { ok } from '../platform/result.ts';
import { askVipRefund, showVip, upgradeVip } from './vip.ts';

export const routes: Route[] = [
  serve(protocol.showVip, async ({ tx, now, user }) => ok(await showVip(tx, now, user.userId))),
  serveInSteps(protocol.upgradeVip, upgradeVip),
  serve(protocol.askVipRefund, askVipRefund),
];
