import { getServiceList } from '@glasshouse/protocol/support/calls';
import * as office from '@glasshouse/protocol/support/office';
import { serve } from '../platform/http.ts';
import { serveOperator } from '../platform/office.ts';
import { ok } from '../platform/result.ts';
import { contacts } from './sql.ts';
import { listContacts, removeContact, saveContact } from './support.ts';

export const routes = [serve(getServiceList, async ({ tx }) => ok({ list: await contacts(tx) }))];

export const officeRoutes = [
  serveOperator(office.listContacts, async ({ tx }) => ok(await listContacts(tx))),
  serveOperator(office.saveContact, saveContact),
  serveOperator(office.removeContact, removeContact),
];
