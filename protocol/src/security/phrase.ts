/** Characters of a phrase in mails. */
export const phraseLength = { min: 4, max: 32 } as const;

// What is seen: no line breaks, nothing invisible, and nothing that turns the direction of other text.
const seen = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;
const blank = /[\p{Default_Ignorable_Code_Point}\u2800]|\p{M}{4}/u;
// A thief could otherwise put a link or a phone number into the first line of our mails. Browsers take a full stop of other scripts for a dot, too.
const link = /[/@]|[\p{L}\p{N}][.。][\p{L}\p{N}]*\p{L}/u;
const number = /(\p{N}[\p{P}\p{S} ]*){7}/u;
const isContact = (phrase: string) => {
  const plain = phrase.normalize('NFKC');
  return link.test(plain) || number.test(plain);
};

/** The phrase as it is kept, or undefined for what cannot be one. */
export function readPhrase(text: string): string | undefined {
  const phrase = text.normalize('NFC').trim();
  const { length } = [...phrase];
  const isFit = seen.test(phrase) && !blank.test(phrase) && !isContact(phrase);
  return isFit && length >= phraseLength.min && length <= phraseLength.max ? phrase : undefined;
}
