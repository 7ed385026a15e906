import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';

type Question = { challenge: string; [part: string]: unknown };
type Answer = { id: string; rawId: string; type: string; [part: string]: unknown };

// Passkeys are bound to a domain name; browsers refuse them on an IP address.
const isAtAName = () => !/^[\d.]+$|^\[/.test(location.hostname);

/** Whether this browser can create and use passkeys here. */
export const canUsePasskeys = (): boolean => browserSupportsWebAuthn() && isAtAName();

/** Asks the browser for an existing passkey. */
export const showPasskey = async (question: Question): Promise<Answer> => ({
  ...(await startAuthentication({ optionsJSON: question as never })),
});

/** Asks the browser to create a passkey. */
export const makePasskey = async (question: Question): Promise<Answer> => ({
  ...(await startRegistration({ optionsJSON: question as never })),
});
