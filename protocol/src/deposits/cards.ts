/**
 * The card numbers that brands and payment companies publish for tests, by what of them leaves the browser: the brand and the last four digits. No
 * other pair is taken, by the server or by the database. The numbers themselves are in the web app alone, where what is typed is compared.
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

/** Whether a brand publishes a number that ends like this. */
export const isTestCard = ({ brand, lastFour }: { brand: CardBrand; lastFour: string }): boolean =>
  (testCards[brand] as readonly string[]).includes(lastFour);
