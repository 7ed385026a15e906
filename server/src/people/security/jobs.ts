import { step } from '#platform/database/db.ts';
import { does, type JobContext, job } from '#platform/runtime/jobs.ts';
import { alarmRaised, sendAlarm } from './alarm.ts';
import { deleteExpiredCodes } from './code-sql.ts';
import { codeRequested, sendCode } from './codes.ts';
import { noteWrongPassword, wrongPasswordTyped } from './events.ts';
import { deleteEndedLinks } from './sql.ts';

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
