import { getSite, listAnnouncements } from '@glasshouse/protocol/site/calls';
import * as office from '@glasshouse/protocol/site/office';
import { type ApprovedRoute, serveForApproval, serveOperator } from '#platform/console/office.ts';
import { type Route, serve } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import * as announcements from './announcements.ts';
import * as maintenance from './maintenance.ts';
import * as money from './money.ts';
import { changeSettings, listSettings } from './settings.ts';
import { siteWithNotice } from './site.ts';

export const routesWith = (textMessages: boolean): Route[] => [
  serve(getSite, async ({ tx, now, locale }) => ok({ ...(await siteWithNotice(tx, now, locale)), textMessages })),
  serve(listAnnouncements, async ({ tx, now, locale }) => ok(await announcements.announcementsNow(tx, now, locale))),
];

export const officeRoutes = [
  serveOperator(office.showSettings, async ({ tx }, input) => ok(await listSettings(tx, input))),
  serveOperator(office.saveSettings, changeSettings),
  serveOperator(office.showMoney, async ({ tx, now }, input) => ok(await money.listMoney(tx, now, input))),
  serveOperator(office.withdrawMoney, money.withdrawMoneyChange),
  serveOperator(office.listAnnouncements, async ({ tx }) => ok(await announcements.listAnnouncements(tx))),
  serveOperator(office.saveAnnouncement, announcements.saveAnnouncement),
  serveOperator(office.endAnnouncement, announcements.endAnnouncement),
  serveOperator(office.listMaintenance, async ({ tx, now }) => ok(await maintenance.listMaintenance(tx, now))),
  serveOperator(office.planMaintenance, maintenance.planMaintenance),
  serveOperator(office.endMaintenance, maintenance.endMaintenance),
];

/** Money settings, which take two people. */
export const waitingRoutes: ApprovedRoute[] = [serveForApproval(office.saveMoney, money.moneyChange)];
