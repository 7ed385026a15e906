import { getServiceList } from '@glasshouse/protocol/support/calls';
import * as office from '@glasshouse/protocol/support/office';
import { serveOperator } from '#platform/console/office.ts';
import { serve } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import { contacts } from './sql.ts';
import { listContacts, removeContact, saveContact } from './support.ts';

export const routes = [serve(getServiceList, async ({ tx }) => ok({ list: await contacts(tx) }))];

export const officeRoutes = [
  serveOperator(office.listContacts, async ({ tx }) => ok(await listContacts(tx))),
  serveOperator(office.saveContact, saveContact),
  serveOperator(office.removeContact, removeContact),
];
