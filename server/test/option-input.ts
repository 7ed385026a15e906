import type { SignedQuote } from '@glasshouse/protocol/options/calls';
import { isFlash, newestTerms } from '@glasshouse/protocol/options/terms';

/** The input that buys a quote. */
export const takingOf = ({ symbol, side, seconds, strike, size, premium, slot }: SignedQuote, id: string) => ({
  ...{ id, symbol, side, seconds, size, premium, slot, terms: newestTerms },
  ...(!isFlash(seconds) && { strike }),
});
