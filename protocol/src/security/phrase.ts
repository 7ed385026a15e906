/** Characters of a phrase in mails. */
export const phraseLength = { min: 4, max: 32 } as const;

// What is seen: no line breaks, nothing invisible, and nothing that turns the direction of other text.
const seen = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;

/** The phrase as it is kept, or undefined for what cannot be one. */
export function readPhrase(text: string): string | undefined {
  const phrase = text.normalize('NFC').trim();
  const { length } = [...phrase];
  return seen.test(phrase) && length >= phraseLength.min && length <= phraseLength.max ? phrase : undefined;
}
