// Practice bank accounts. A real number must have no way into the product: only numbers of this form are taken, and no bank gives out one that
// begins with SIM. What looks like a real one is told apart so that whoever typed it reads why.

const digits = 12;
const form = new RegExp(`^SIM(\\d{${digits + 2}})$`);

/** ISO 7064, modulus 97: a wrong or a swapped digit is noticed. */
const rest = (text: string): number => [...text].reduce((sum, digit) => (sum * 10 + Number(digit)) % 97, 0);
const plain = (text: string) => text.replaceAll(/[\s\-‐-―.]/gu, '').toUpperCase();

/** The practice account of twelve digits, in the groups in which people read it. */
export function makeAccount(serial: string): string {
  if (!new RegExp(`^\\d{${digits}}$`).test(serial)) throw new Error('not twelve digits');
  const check = String(98 - rest(`${serial}00`)).padStart(2, '0');
  return `SIM-${`${serial}${check}`.replaceAll(/(.{4})(?=.)/g, '$1-')}`;
}

/** A practice account as it is written everywhere, or undefined for everything else. */
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

/** As banks write it: country, check digits, account, with the letters counted as numbers. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(text)) return false;
  const turned = `${text.slice(4)}${text.slice(0, 4)}`;
  return rest(turned.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))) === 1;
}

/** Whether a text holds what could be somebody's real account or card. */
export function looksReal(text: string): boolean {
  const whole = plain(text);
  if (isCard(whole) || isIban(whole)) return true;
  const runs = plain(text).match(/\d+/g) ?? [];
  const words = text.toUpperCase().match(/[A-Z]{2}[ -]?\d{2}(?:[ -]?[A-Z0-9]){10,30}/g) ?? [];
  return runs.some(isCard) || words.some((word) => isIban(plain(word)));
}
