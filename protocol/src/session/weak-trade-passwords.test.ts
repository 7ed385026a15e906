import { expect, test } from 'vitest';
import { tradeWeaknessOf } from './weak-passwords.ts';

test('repeated digits, sequences and the most common codes are weak trade passwords', () => {
  for (const digits of ['000000', '111111', '121212', '123123', '907907'])
    expect([digits, tradeWeaknessOf(digits)]).toEqual([digits, 'trade_password_repeats']);
  for (const digits of ['123456', '654321', '012345', '567890', '890123', '098765', '210987'])
    expect([digits, tradeWeaknessOf(digits)]).toEqual([digits, 'trade_password_sequence']);
  for (const digits of ['112233', '159753', '147258', '123321', '520131'])
    expect([digits, tradeWeaknessOf(digits)]).toEqual([digits, 'trade_password_common']);
  for (const digits of ['246810', '135790', '271828', '800451', '112238'])
    expect([digits, tradeWeaknessOf(digits)]).toEqual([digits, undefined]);
});
