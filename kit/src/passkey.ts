import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';

type Question = { challenge: string; [part: string]: unknown };
type Answer = { id: string; rawId: string; type: string; [part: string]: unknown };

// Passkeys belong to a name: at a bare address the browser refuses them.
const isAtAName = () => !/^[\d.]+$|^\[/.test(location.hostname);

/** Whether this browser can make and show passkeys here. */
export const canUsePasskeys = (): boolean => browserSupportsWebAuthn() && isAtAName();

/** Lets the person at the browser show a passkey that was made before. */
export const showPasskey = async (question: Question): Promise<Answer> => ({
  ...(await startAuthentication({ optionsJSON: question as never })),
});

/** Lets the person at the browser make a new passkey. */
export const makePasskey = async (question: Question): Promise<Answer> => ({
  ...(await startRegistration({ optionsJSON: question as never })),
});
