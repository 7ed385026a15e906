import type { Caller } from '#platform/http/http.ts';

/** Published with a user's number when one of their sessions ended or the account was frozen, so that open connections are checked again. */
export const sessionEndedSubject = 'session.ended';

export const publishSessionEnded = ({ tell }: Pick<Caller, 'tell'>, number: bigint): void =>
  tell(sessionEndedSubject, String(number));
