import * as protocol from '@glasshouse/protocol/security/calls';
import { step } from '#platform/database/db.ts';
import { type Route, serve, serveInSteps } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import { does, type JobContext, job } from '#platform/runtime/jobs.ts';
import type { Installation } from '../factors/factors.ts';
import { alarmRaised, sendAlarm } from './alarm.ts';
import { endOtherSessions, lockAccount } from './changes.ts';
import { deleteExpiredCodes } from './code-sql.ts';
import { codeRequested, sendCode } from './codes.ts';
import { askConfirmation } from './confirm.ts';
import { changeContact, sendContactCode } from './contacts.ts';
import { noteWrongPassword, wrongPasswordTyped } from './events.ts';
import { listEvents, overview } from './overview.ts';
import { setMailPhrase } from './phrase.ts';
import { deleteEndedLinks } from './sql.ts';
import { sendTradePasswordCode, setTradePassword } from './trade-password.ts';

export { accountOf, loggedIn, notifyOwner, ownerReturned, securityChanged } from './changes.ts';
export { askForCode, type Contact, checkCode, targetOf, useUpCode } from './codes.ts';
export { actOf, confirmAct, confirmRetriable, proveStrictly } from './confirm.ts';
export { note, noteWrong, papersOpened, timeline, wrongPasswordTyped } from './events.ts';
export { asOwner, decideFor, factorRefusal, lockOwner, type Person, prove, triesOf } from './owner.ts';
export { personal } from './personal.ts';
export { endSessions, endSessionsOf, historyFor, savedOnlyRow } from './sql.ts';
export { savedOnlyOf, withdrawalLock } from './withdrawal-protection.ts';

export const routesWith = (installation: Installation, textMessages: boolean): Route[] => [
  serve(protocol.showSecurity, async ({ tx, now, user }) => ok(await overview(tx, now, user.userId))),
  serve(protocol.listEvents, async ({ tx, user }, input) => ok(await listEvents(tx, user.userId, input))),
  serve(protocol.endOtherSessions, ({ tx, ...call }) => endOtherSessions(tx, call)),
  serveInSteps(protocol.sendContactCode, (call, input) => sendContactCode(call, input, textMessages)),
  serveInSteps(protocol.changeContact, (call, input) => changeContact(call, input, installation)),
  serveInSteps(protocol.askConfirmation, (call, input) => askConfirmation(call, input, installation)),
  serveInSteps(protocol.sendTradePasswordCode, (call) => sendTradePasswordCode(call, textMessages)),
  serveInSteps(protocol.setTradePassword, (call, input) => setTradePassword(call, input, installation)),
  serveInSteps(protocol.setMailPhrase, (call, input) => setMailPhrase(call, input, installation)),
  serve(protocol.lockAccount, ({ tx, ...call }, { token }) => lockAccount(tx, call, token)),
];

export const jobs = ({ db, clock, send, origin, textMessages }: JobContext) => [
  does(codeRequested, (asked) => sendCode(db, clock(), send, asked)),
  does(alarmRaised, (alarm) => sendAlarm({ db, send, origin, textMessages }, clock(), alarm)),
  does(wrongPasswordTyped, (typed) => step(db, (tx) => noteWrongPassword(tx, typed))),
  does(
    job('tidy_security'),
    () =>
      step(db, async (tx) => {
        await deleteExpiredCodes(tx, clock());
        await deleteEndedLinks(tx, clock());
      }),
    '9 * * * *',
  ),
];
