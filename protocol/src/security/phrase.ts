/** Length limits of the phrase in emails. */
export const phraseLength = { min: 4, max: 32 } as const;

// Visible characters only: no line breaks, no invisible characters, no changes of text direction.
const seen = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;
const blank = /[\p{Default_Ignorable_Code_Point}\u2800]|\p{M}{4}/u;
// Otherwise a thief could put a link or a phone number into the first line of our emails. Browsers also treat full
// stops of other scripts as dots.
const link = /[/@]|[\p{L}\p{N}][.。][\p{L}\p{N}]*\p{L}/u;
const number = /(\p{N}[\p{P}\p{S} ]*){7}/u;
const isContact = (phrase: string) => {
  const plain = phrase.normalize('NFKC');
  return link.test(plain) || number.test(plain);
};

/** The phrase in stored form. Undefined if the text cannot be a phrase. */
export function readPhrase(text: string): string | undefined {
  const phrase = text.normalize('NFC').trim();
  const { length } = [...phrase];
  const isFit = seen.test(phrase) && !blank.test(phrase) && !isContact(phrase);
  return isFit && length >= phraseLength.min && length <= phraseLength.max ? phrase : undefined;
}
