// What is seen must be what is there: a name that turns around what stands beside it, or that nobody can see, could pass for another. The two
// joiners are letters' own in some scripts.
const unseen = /[\p{C}\p{Zl}\p{Zp}]/u;
const joiners = /[\u200c\u200d]/g;

/** The longest name of a specimen. */
export const longestName = 80;

/** Whether a text can be somebody's name: it has a letter, and nothing that is not seen. */
export const isName = (text: string): boolean => /\p{L}/u.test(text) && !unseen.test(text.replaceAll(joiners, ''));
