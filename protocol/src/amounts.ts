import { z } from 'zod';
import { type Currency, formatUnits, parseUnits, scales } from './money.ts';

/** A positive amount: a decimal string on the wire, minor units in code. Requests with any other value are refused. */
export const amountOf = (currency: Currency) =>
  z.codec(
    z
      .string()
      .max(20)
      .refine((text) => (parseUnits(text, currency) ?? 0n) > 0n)
      .describe(`${currency}, at most ${scales[currency]} decimals.`),
    z.bigint(),
    {
      decode: (text) => parseUnits(text, currency)!,
      encode: (units) => formatUnits(units, currency),
    },
  );
