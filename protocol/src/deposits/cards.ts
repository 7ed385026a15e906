/**
 * Test card numbers published by brands and payment companies, reduced to what leaves the browser: the brand and the
 * last four digits. Server and database accept no other pair. The full numbers are only in the web app, which compares
 * them with the input.
 */
export const testCards = {
  Visa: ['4242', '5556', '1111', '1881'],
  Mastercard: ['4444', '3222', '8210', '5100'],
  'American Express': ['0005', '8431'],
  Discover: ['1117', '9424'],
  'Diners Club': ['0004'],
  JCB: ['0505'],
  UnionPay: ['0005'],
} as const;
export type CardBrand = keyof typeof testCards;
export const cardBrands = Object.keys(testCards) as [CardBrand, ...CardBrand[]];

/** Whether a brand publishes a test number with these last digits. */
export const isTestCard = ({ brand, lastFour }: { brand: CardBrand; lastFour: string }): boolean =>
  (testCards[brand] as readonly string[]).includes(lastFour);
