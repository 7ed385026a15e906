import { expect, test } from 'vitest';
import { sealKeys } from '#people/factors/factors.ts';
import { newId } from '#platform/database/ids.ts';
import { newSecret } from '../../../test/signing-key.ts';
import { createShareTokens } from './share-token.ts';

test('a link made before the secret was rotated works as long as the old secret is known', () => {
  const [before, after, id] = [newSecret(), newSecret(), newId()];
  const link = createShareTokens(sealKeys(before)).make(id);
  const turned = createShareTokens(sealKeys(after, before));
  expect(turned.read(link)).toBe(id);
  expect(turned.read(turned.make(id))).toBe(id);
  expect(turned.make(id)).not.toBe(link);
  expect(createShareTokens(sealKeys(after)).read(link)).toBeUndefined();
});
