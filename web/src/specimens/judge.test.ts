import { generateKeyPairSync, sign } from 'node:crypto';
import { type SpecimenPart, textToSign } from '@glasshouse/protocol/specimens/code';
import { expect, test } from 'vitest';
import { judgeCode } from './judge.ts';

const now = Date.parse('2026-11-15T12:00:00Z');
const newKey = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { privateKey, raw: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64url') };
};
const site = newKey();
const reader = { number: '8620001', now, publicKey: site.raw } as const;

type CodeOptions = { number?: bigint; part?: SpecimenPart; expires?: number; by?: typeof site };
function codeOf({ number = 8620001n, part = 'id-front', expires = now + 1000, by = site }: CodeOptions = {}): string {
  const text = textToSign({ number, part, expiresAt: new Date(expires), nonce: 'abcdefghijklmnop' });
  return `${text}.${sign(null, Buffer.from(text), by.privateKey).toString('base64url')}`;
}

test('a code of this user is accepted and names its purpose', async () => {
  expect(await judgeCode(codeOf(), reader)).toEqual({ part: 'id-front' });
  expect(await judgeCode(codeOf({ part: 'id-back' }), reader)).toEqual({ part: 'id-back' });
  const part = 'receipt-trc20-1000000000';
  expect(await judgeCode(codeOf({ part }), reader)).toEqual({ part });
});

test('an unsigned code is refused, whatever it says', async () => {
  const wrong = { wrong: 'noCode' };
  expect(await judgeCode(undefined, reader)).toEqual(wrong);
  expect(await judgeCode('https://example.com', reader)).toEqual(wrong);
  expect(await judgeCode(codeOf({ by: newKey() }), reader)).toEqual(wrong);
  expect(await judgeCode(codeOf({ number: 8620002n }).replace('8620002', '8620001'), reader)).toEqual(wrong);
});

test('another user’s code and an expired code are told apart', async () => {
  expect(await judgeCode(codeOf({ number: 8620002n }), reader)).toEqual({ wrong: 'another' });
  expect(await judgeCode(codeOf({ expires: now }), reader)).toEqual({ wrong: 'expired' });
});
