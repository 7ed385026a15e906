import * as protocol from '@glasshouse/protocol/session';
import { serve, serveInSteps } from '../platform/http.ts';
import { ok } from '../platform/result.ts';
import * as session from './session.ts';
import { personById } from './sql.ts';

export const routes = [
  serveInSteps(protocol.sendCode, session.requestCode),
  serveInSteps(protocol.register, session.registerPerson),
  serveInSteps(protocol.login, session.logIn),
  serve(protocol.logout, ({ tx, ...caller }) => session.logOut(tx, caller)),
  serveInSteps(protocol.forget, session.resetPassword),
  serve(protocol.getUser, async ({ tx, user }) => ok(session.infoOf(await personById(tx, user.userId)))),
  serveInSteps(protocol.editPassword, session.editPassword),
  serve(protocol.listSessions, async ({ tx, now, user }) => ok({ list: await session.listSessions(tx, now, user) })),
  serve(protocol.endSession, ({ tx, user }, { id }) => session.endSession(tx, user, id)),
];
