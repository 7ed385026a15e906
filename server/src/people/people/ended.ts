import type { Caller } from '#platform/http/http.ts';

/** Published with a person's number when a session of theirs has ended or the account was frozen: their open connections are checked again. */
export const endedSubject = 'session.ended';

export const tellEnded = ({ tell }: Pick<Caller, 'tell'>, number: bigint): void => tell(endedSubject, String(number));
