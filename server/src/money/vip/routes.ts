import * as protocol from '@glasshouse/protocol/vip/calls';
import type { Installation } from '#people/factors/factors.ts';
import { type Route, serve, serveInSteps } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import { askVipRefund, showVip, upgradeVip } from './vip.ts';

export const routesWith = (installation: Installation): Route[] => [
  serve(protocol.showVip, async ({ tx, now, locale, user }) => ok(await showVip(tx, now, locale, user.userId))),
  serveInSteps(protocol.upgradeVip, (call, input) => upgradeVip(call, input, installation)),
  serve(protocol.askVipRefund, askVipRefund),
];
