import * as protocol from '@glasshouse/protocol/withdrawals/calls';
import * as office from '@glasshouse/protocol/withdrawals/office';
import type { Files } from '../files/files.ts';
import { type Route, serve, serveInSteps } from '../platform/http.ts';
import { serveOperator } from '../platform/office.ts';
import { err, ok } from '../platform/result.ts';
import { showForm } from './form.ts';
import { freeze, giveBack, listOpen, unfreeze } from './office.ts';
import * as table from './sql.ts';
import { start } from './start.ts';
import { cancel, list, show } from './view.ts';

export const routesWith = (files: Files): Route[] => [
  serve(protocol.showWithdrawForm, async (call) => ok(await showForm(files, call))),
  serveInSteps(protocol.startWithdrawal, (call, input) => start(files, call, input)),
  serve(protocol.listWithdrawals, async ({ tx, user }, input) => ok(await list(tx, user.number, input))),
  serve(protocol.showWithdrawal, (call, input) => show(files, call, input)),
  serve(protocol.cancelWithdrawal, cancel),
  serve(protocol.removePayee, async ({ tx, user }, { id }) =>
    (await table.deletePayee(tx, user.userId, id)) ? ok({}) : err('not_found'),
  ),
];

export const officeRoutes: Route[] = [
  serveOperator(office.listOpenWithdrawals, async (call, input) => ok(await listOpen(call, input))),
  serveOperator(office.freezeWithdrawal, freeze),
  serveOperator(office.unfreezeWithdrawal, unfreeze),
  serveOperator(office.returnWithdrawal, giveBack),
];
