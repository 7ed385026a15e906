import * as protocol from '@glasshouse/protocol/personal/calls';
import { type Route, serve, serveInSteps } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import type { Installation } from '../factors/factors.ts';
import type { Files } from '../files/files.ts';
import * as personal from './personal.ts';

export const routesWith = (files: Files, installation: Installation): Route[] => [
  serve(protocol.showCopy, async ({ tx, now, user }) => ok(await personal.showCopy(tx, now, user.userId))),
  serveInSteps(protocol.askCopy, (call, input) => personal.askCopy(call, input, installation)),
  serveInSteps(protocol.takeCopy, (call, input) => personal.takeCopy(files, call, input)),
  serveInSteps(protocol.leave, (call, input) => personal.leave(call, input, installation)),
  serve(protocol.stay, personal.stay),
];
