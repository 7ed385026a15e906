import * as protocol from '@glasshouse/protocol/withdrawals/calls';
import * as office from '@glasshouse/protocol/withdrawals/office';
import type { Installation } from '#people/factors/factors.ts';
import type { Files } from '#people/files/files.ts';
import { serveOperator } from '#platform/console/office.ts';
import { type Route, serve, serveInSteps } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import { showForm } from './form.ts';
import { freeze, listOpen, returnToUser, unfreeze } from './office.ts';
import * as payees from './payees.ts';
import { list, show } from './queries.ts';
import { cancel, start } from './requests.ts';

export const routesWith = (files: Files, installation: Installation): Route[] => {
  const tools = { keys: files.keys, installation };
  return [
    serve(protocol.showWithdrawForm, async (call) => ok(await showForm(files, call))),
    serveInSteps(protocol.startWithdrawal, (call, input) => start(tools, call, input)),
    serve(protocol.listWithdrawals, async ({ tx, user }, input) => ok(await list(tx, user.number, input))),
    serve(protocol.showWithdrawal, (call, input) => show(files, call, input)),
    serve(protocol.cancelWithdrawal, cancel),
    serve(protocol.listPayees, async (call) => ok(await payees.listPayees(files.keys, call))),
    serveInSteps(protocol.addPayee, (call, input) => payees.addPayee(tools, call, input)),
    serve(protocol.removePayee, payees.removePayee),
    serveInSteps(protocol.switchSavedOnly, (call, input) => payees.switchSavedOnly(tools, call, input)),
    serve(protocol.keepSavedOnly, payees.keepSavedOnly),
  ];
};

export const officeRoutes: Route[] = [
  serveOperator(office.listOpenWithdrawals, async (call, input) => ok(await listOpen(call, input))),
  serveOperator(office.freezeWithdrawal, freeze),
  serveOperator(office.unfreezeWithdrawal, unfreeze),
  serveOperator(office.returnWithdrawal, returnToUser),
];
