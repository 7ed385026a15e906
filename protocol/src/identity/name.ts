// Characters that are invisible or change the direction of neighboring text, so that one name could pass for another.
// The two joiners are allowed because some scripts need them.
const unseen = /[\p{C}\p{Zl}\p{Zp}]/u;
const joiners = /[\u200c\u200d]/g;

/** Maximum length of a name on a specimen. */
export const longestName = 80;

/** Whether a text can be a name: it has a letter and no invisible characters. */
export const isName = (text: string): boolean => /\p{L}/u.test(text) && !unseen.test(text.replaceAll(joiners, ''));
