import { listCredit } from '@glasshouse/protocol/credit/calls';
import { listUserCredit } from '@glasshouse/protocol/credit/office';
import { serveLook } from '#platform/console/office.ts';
import { serve } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import * as credit from './credit.ts';

export const routes = [
  serve(listCredit, async ({ tx, locale, user }, input) => ok(await credit.listCredit(tx, locale, user.userId, input))),
];

export const officeRoutes = [serveLook(listUserCredit, ({ tx }, input) => credit.listUserCredit(tx, input))];
