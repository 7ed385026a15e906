export {
  accountOf,
  endOtherSessions,
  lockAccount,
  loggedIn,
  ownerCame,
  securityChanged,
  tellOwner,
} from './changes.ts';
export { askForCode, type Contact, checkCode, targetOf, useUpCode } from './codes.ts';
export { actOf, askConfirmation, confirmAct, confirmRetriable, proveStrictly } from './confirm.ts';
export { changeContact, sendContactCode } from './contacts.ts';
export { note, noteWrong, papersOpened, timeline, wrongPasswordTyped } from './events.ts';
export { listEvents, overview } from './overview.ts';
export { asOwner, decideFor, factorRefusal, holdOwner, type Person, prove, triesOf } from './owner.ts';
export { personal } from './personal.ts';
export { setMailPhrase } from './phrase.ts';
export { endSessions, endSessionsOf, historyFor, savedOnlyRow } from './sql.ts';
export { checkTradePassword, sendTradePasswordCode, setTradePassword } from './trade-password.ts';
export { savedOnlyOf, withdrawalLock } from './withdrawal-protection.ts';
