import { Unanswered } from '@glasshouse/kit/http.ts';
import { makePasskey, showPasskey } from '@glasshouse/kit/passkey.ts';
import { askPasskey } from '@glasshouse/protocol/operators/session';
import { call, Refused } from '../lib/call.ts';
import { t } from '../lib/words.tsx';

/** The browser's own window may be closed, or the key may not answer; either way nothing has happened. */
async function withKey<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused || error instanceof Unanswered) throw error;
    throw new Refused(400, t('session.passkeyFailed'));
  }
}

/** Lets the operator show a passkey that was made before. */
export const showKey = () => withKey(async () => showPasskey((await call(askPasskey, { purpose: 'answer' })).options));

/** Lets the operator make a new passkey. */
export const makeKey = () => withKey(async () => makePasskey((await call(askPasskey, { purpose: 'add' })).options));
