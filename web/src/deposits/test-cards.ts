import type { CardBrand } from '@glasshouse/protocol/deposits/cards';

/**
 * Numbers that card brands and payment companies publish for tests; none belongs to anybody. They exist only here:
 * input is compared on the device and never sent.
 */
export const testNumbers: readonly { brand: CardBrand; number: string }[] = [
  { brand: 'Visa', number: '4242424242424242' },
  { brand: 'Visa', number: '4000056655665556' },
  { brand: 'Visa', number: '4111111111111111' },
  { brand: 'Visa', number: '4012888888881881' },
  { brand: 'Mastercard', number: '5555555555554444' },
  { brand: 'Mastercard', number: '2223003122003222' },
  { brand: 'Mastercard', number: '5200828282828210' },
  { brand: 'Mastercard', number: '5105105105105100' },
  { brand: 'American Express', number: '378282246310005' },
  { brand: 'American Express', number: '371449635398431' },
  { brand: 'Discover', number: '6011111111111117' },
  { brand: 'Discover', number: '6011000990139424' },
  { brand: 'Diners Club', number: '3056930009020004' },
  { brand: 'JCB', number: '3566002020360505' },
  { brand: 'UnionPay', number: '6200000000000005' },
];

const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

/** The part of a typed number that may be sent: nothing, unless it is a test number. */
export function cardIn(text: string): { brand: CardBrand; lastFour: string } | undefined {
  const digits = digitsOf(text);
  const found = testNumbers.find(({ number }) => number === digits);
  return found && { brand: found.brand, lastFour: digits.slice(-4) };
}

/** Whether the typed digits may become a test number. */
export const couldBecome = (text: string): boolean =>
  testNumbers.some(({ number }) => number.startsWith(digitsOf(text)));

/** The number of digits of a card's security code. */
export const codeLength = (text: string): 3 | 4 => (cardIn(text)?.brand === 'American Express' ? 4 : 3);

/** Grouped by four, as on cards. */
export const grouped = (text: string): string =>
  digitsOf(text)
    .slice(0, 19)
    .replaceAll(/(\d{4})(?=\d)/g, '$1 ');

/** Parses `1227` and `12/27`; `undefined` if it isn't a month. */
export function dueIn(text: string): { year: number; month: number } | undefined {
  const [, month, year] = /^(0[1-9]|1[0-2])\/?(\d\d)$/.exec(text.replaceAll(/\s/g, '')) ?? [];
  return month && year ? { month: Number(month), year: 2000 + Number(year) } : undefined;
}

/** A card is valid until the end of its month. */
export const isPast = ({ year, month }: { year: number; month: number }, now: number): boolean =>
  Date.UTC(year, month) <= now;

/** Formats the typed digits as `12/27`. */
export function dueTyped(text: string, before: string): string {
  const digits = digitsOf(text).slice(0, 4);
  // Deleting the slash also deletes the digit before it, or the slash would be added again.
  if (before.endsWith('/') && text === before.slice(0, -1)) return digits.slice(0, -1);
  return digits.length >= 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}
