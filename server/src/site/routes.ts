import * as office from '@glasshouse/protocol/office/site';
import { getSite, listAnnouncements } from '@glasshouse/protocol/site';
import { serve } from '../platform/http.ts';
import { serveOperator } from '../platform/office.ts';
import { ok } from '../platform/result.ts';
import * as announcements from './announcements.ts';
import * as maintenance from './maintenance.ts';
import { changeSettings, listSettings } from './settings.ts';
import { siteWithNotice } from './site.ts';

export const routes = [
  serve(getSite, async ({ tx, now, locale }) => ok(await siteWithNotice(tx, now, locale))),
  serve(listAnnouncements, async ({ tx, now, locale }) => ok(await announcements.announcementsNow(tx, now, locale))),
];

export const officeRoutes = [
  serveOperator(office.showSettings, async ({ tx }, input) => ok(await listSettings(tx, input))),
  serveOperator(office.saveSettings, changeSettings),
  serveOperator(office.listAnnouncements, async ({ tx }) => ok(await announcements.listAnnouncements(tx))),
  serveOperator(office.saveAnnouncement, announcements.saveAnnouncement),
  serveOperator(office.endAnnouncement, announcements.endAnnouncement),
  serveOperator(office.listMaintenance, async ({ tx, now }) => ok(await maintenance.listMaintenance(tx, now))),
  serveOperator(office.planMaintenance, maintenance.planMaintenance),
  serveOperator(office.endMaintenance, maintenance.endMaintenance),
];
