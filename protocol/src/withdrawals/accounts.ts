// Practice bank accounts. Real numbers must never enter the product. Only numbers of this form are accepted, and no
// bank issues numbers that begin with SIM. Real-looking numbers are detected separately, so that users see why they are
// refused.

const digits = 12;
const form = new RegExp(`^SIM(\\d{${digits + 2}})$`);

/** ISO 7064, modulus 97: detects a wrong digit or two swapped digits. */
const rest = (text: string): number => [...text].reduce((sum, digit) => (sum * 10 + Number(digit)) % 97, 0);
const plain = (text: string) => text.replaceAll(/[\s\-‐-―.]/gu, '').toUpperCase();

/** A practice account with twelve digits, grouped for reading. */
export function makeAccount(serial: string): string {
  if (!new RegExp(`^\\d{${digits}}$`).test(serial)) throw new Error('expected twelve digits');
  const check = String(98 - rest(`${serial}00`)).padStart(2, '0');
  return `SIM-${`${serial}${check}`.replaceAll(/(.{4})(?=.)/g, '$1-')}`;
}

/** Parses a practice account into its canonical form. Returns undefined for anything else. */
export function readAccount(text: string): string | undefined {
  const [, number] = form.exec(plain(text)) ?? [];
  return number && rest(number) === 1 ? makeAccount(number.slice(0, digits)) : undefined;
}

function isLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const twice = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (twice > 9 ? twice - 9 : twice);
  }, 0);
  return sum % 10 === 0;
}
const isCard = (text: string) => /^\d{12,19}$/.test(text) && isLuhn(text);

/** Whether a text is an IBAN: country, check digits and account, with letters counted as numbers. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(text)) return false;
  const turned = `${text.slice(4)}${text.slice(0, 4)}`;
  return rest(turned.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))) === 1;
}

/** Whether a text contains what could be a real account or card. */
export function looksReal(text: string): boolean {
  const whole = plain(text);
  if (isCard(whole) || isIban(whole)) return true;
  const runs = plain(text).match(/\d+/g) ?? [];
  const words = text.toUpperCase().match(/[A-Z]{2}[ -]?\d{2}(?:[ -]?[A-Z0-9]){10,30}/g) ?? [];
  return runs.some(isCard) || words.some((word) => isIban(plain(word)));
}
