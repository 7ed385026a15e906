export { accountOf, endOtherSessions, lockAccount, loggedIn, ownerCame, securityChanged } from './changes.ts';
export { askForCode, type Contact, checkCode, targetOf, useUpCode } from './codes.ts';
export { changeContact, sendContactCode } from './contacts.ts';
export { note, noteWrong, wrongPasswordTyped } from './events.ts';
export { listEvents, overview } from './overview.ts';
export { asOwner, decideFor, factorRefusal, holdOwner, type Person, prove, triesOf } from './owner.ts';
export { endSessions, endSessionsOf } from './sql.ts';
export { checkTradePassword } from './trade-password.ts';
export { withdrawalLock } from './withdrawal-lock.ts';
