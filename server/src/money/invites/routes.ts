import * as protocol from '@glasshouse/protocol/invites/calls';
import { listUserInvites } from '@glasshouse/protocol/invites/office';
import { serveLook } from '#platform/console/office.ts';
import { serve } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import * as invites from './invites.ts';

export const routes = [
  serve(protocol.getInvites, async ({ tx, now, user }) => ok(await invites.invitesOf(tx, now, user))),
  serve(protocol.listProfits, async ({ tx, user }, input) => ok(await invites.listProfits(tx, user.number, input))),
];

export const officeRoutes = [serveLook(listUserInvites, ({ tx }, input) => invites.listUserInvites(tx, input))];
