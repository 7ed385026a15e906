import { expect, test } from 'vitest';
import { sealKeys } from '#people/factors/factors.ts';
import { newSecret } from '../../../test/signing-key.ts';
import { createPayeeTokens } from './payee-token.ts';

test('a payee who was confirmed before the secret was rotated can still be paid', () => {
  const [before, after] = [newSecret(), newSecret()];
  const now = new Date('2026-11-17T12:00:00Z');
  const token = createPayeeTokens(sealKeys(before)).make({ payer: 1n, payee: 2n }, now);
  expect(createPayeeTokens(sealKeys(after, before)).read(token, 1n)).toMatchObject({ payee: 2n });
  expect(createPayeeTokens(sealKeys(after)).read(token, 1n)).toBeUndefined();
});
