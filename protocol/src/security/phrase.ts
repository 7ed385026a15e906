/** Characters of a phrase in mails. */
export const phraseLength = { min: 4, max: 32 } as const;

// What is seen: no line breaks, nothing invisible, and nothing that turns the direction of other text.
const seen = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;
const blank = /[\p{Default_Ignorable_Code_Point}\u2800]|\p{M}{4}/u;
// A thief could otherwise put a link into the first line of our mails.
const link = /[/@]|[\p{L}\p{N}]\.\p{L}/u;

/** The phrase as it is kept, or undefined for what cannot be one. */
export function readPhrase(text: string): string | undefined {
  const phrase = text.normalize('NFC').trim();
  const { length } = [...phrase];
  const isFit = seen.test(phrase) && !blank.test(phrase) && !link.test(phrase);
  return isFit && length >= phraseLength.min && length <= phraseLength.max ? phrase : undefined;
}
