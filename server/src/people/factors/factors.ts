export {
  authenticatorSince,
  beginAuthenticator,
  checkFactor,
  dropUnproved,
  person,
  turnOffAuthenticator,
  turnOnAuthenticator,
} from './authenticator.ts';
export { dropChallengesOf, dropOldChallenges, putChallenge, takeChallenge } from './challenges.ts';
export { type Installation, newSecret, renewRecovery, stepOfCode, useCode, useRecovery } from './codes.ts';
export {
  addPasskey,
  anyPasskeyOptions,
  challengeIn,
  listPasskeys,
  maxPasskeys,
  passkeyAnswers,
  questionToAdd,
  questionToAnswer,
} from './passkeys.ts';
export { resealAuthenticators } from './reseal.ts';
export { sealKeys } from './secrets.ts';
export {
  countRecovery,
  deletePasskey,
  dropPasskeysAndRecovery,
  dropRecovery,
  type Owner,
  passkeyOwner,
} from './sql.ts';
