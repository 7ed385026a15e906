import { askPasskey } from '@glasshouse/protocol/office/session';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { call, Refused } from '../lib/call.ts';
import { t } from '../lib/words.tsx';

type Options<F extends (input: { optionsJSON: never }) => unknown> = Parameters<F>[0]['optionsJSON'];

type KeyAnswer = { id: string; rawId: string; type: string; [part: string]: unknown };

/** The browser's own window may be closed, or the key may not answer; either way nothing has happened. */
async function withKey<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(t('session.passkeyFailed'));
  }
}

/** Lets the operator show a passkey that was made before. */
export const showKey = (): Promise<KeyAnswer> =>
  withKey(async () => {
    const { options } = await call(askPasskey, { purpose: 'answer' });
    return {
      ...(await startAuthentication({ optionsJSON: options as unknown as Options<typeof startAuthentication> })),
    };
  });

/** Lets the operator make a new passkey. */
export const makeKey = (): Promise<KeyAnswer> =>
  withKey(async () => {
    const { options } = await call(askPasskey, { purpose: 'add' });
    return { ...(await startRegistration({ optionsJSON: options as unknown as Options<typeof startRegistration> })) };
  });
