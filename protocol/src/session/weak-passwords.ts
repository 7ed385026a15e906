/** Why a new password is refused. `password_guessable`: most of it consists of words related to the site and the user. */
export const weaknesses = [
  'password_common',
  'password_repeats',
  'password_is_site',
  'password_is_name',
  'password_is_email',
  'password_is_phone',
  'password_guessable',
] as const;
export type Weakness = (typeof weaknesses)[number];

/** Why a new trade password is refused. */
export const tradeWeaknesses = ['trade_password_repeats', 'trade_password_sequence', 'trade_password_common'] as const;
export type TradeWeakness = (typeof tradeWeaknesses)[number];

/** Common six-digit codes that neither repeat nor run up or down by one. */
const common = [
  ...['010203', '100000', '100200', '101112', '102030', '110120', '111222', '111333', '112233'],
  ...['112358', '121314', '123321', '123654', '123789', '131420', '135246', '142536', '147258'],
  ...['147852', '159357', '159753', '201314', '222111', '223344', '246135', '258369', '314159'],
  ...['321654', '332211', '334455', '357159', '445566', '456123', '520131', '556677', '654123'],
  ...['667788', '741852', '778899', '789456', '852456', '963852', '987123', '998877'],
];

const repeated = /^(\d{1,3})\1+$/;
const isRun = (digits: string, step: number) =>
  digits.length > 1 &&
  [...digits].every((digit, i) => i === 0 || Number(digit) === (Number(digits[i - 1]) + step + 10) % 10);

/** The kind of weakness of a six-digit code, if any. Existing codes are not checked. */
export function tradeWeaknessOf(digits: string): TradeWeakness | undefined {
  if (repeated.test(digits)) return 'trade_password_repeats';
  if (isRun(digits, 1) || isRun(digits, -1)) return 'trade_password_sequence';
  return common.includes(digits) ? 'trade_password_common' : undefined;
}
