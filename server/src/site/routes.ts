import * as office from '@glasshouse/protocol/office/site';
import { getSite, listAnnouncements } from '@glasshouse/protocol/site';
import { serve } from '../platform/http.ts';
import { serveOperator } from '../platform/office.ts';
import { ok } from '../platform/result.ts';
import * as notices from './notices.ts';
import { changeSettings, listSettings } from './settings.ts';
import { siteWithNotice } from './site.ts';

export const routes = [
  serve(getSite, async ({ tx, now, locale }) => ok(await siteWithNotice(tx, now, locale))),
  serve(listAnnouncements, async ({ tx, now, locale }) => ok(await notices.announcementsNow(tx, now, locale))),
];

export const officeRoutes = [
  serveOperator(office.showSettings, async ({ tx }, input) => ok(await listSettings(tx, input))),
  serveOperator(office.saveSettings, changeSettings),
  serveOperator(office.listAnnouncements, async ({ tx }) => ok(await notices.listAnnouncements(tx))),
  serveOperator(office.saveAnnouncement, notices.saveAnnouncement),
  serveOperator(office.endAnnouncement, notices.endAnnouncement),
  serveOperator(office.listMaintenance, async ({ tx, now }) => ok(await notices.listMaintenance(tx, now))),
  serveOperator(office.planMaintenance, notices.planMaintenance),
  serveOperator(office.endMaintenance, notices.endMaintenance),
];
