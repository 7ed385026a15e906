import { makeSpecimenCode } from '@glasshouse/protocol/specimens/calls';
import { readPart } from '@glasshouse/protocol/specimens/code';
import { expect, test } from 'vitest';
import { minutes, plus, seconds } from '#platform/runtime/clock.ts';
import { openSigner } from '#platform/security/signer.ts';
import { newSigningKey } from '../../../test/signing-key.ts';
import { newWorld } from '../../../test/world.ts';
import { createSpecimenCheck, makeCode } from './specimens.ts';

test('a code is for its own person, one side of one document, and one hour', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const { data } = await ann.call(makeSpecimenCode, { document: 'licence', side: 'back' });
  expect(data.code).toMatch(new RegExp(`^GH1\\.${ann.number}\\.licence-back\\.\\d+\\.[\\w-]{16}\\.[\\w-]{86}$`));
  expect(Date.parse(data.expiresAt) - world.clock().getTime()).toBe(minutes(60));
  const again = await ann.call(makeSpecimenCode, { document: 'licence', side: 'back' });
  expect(again.data.code).not.toBe(data.code);
  expect((await ann.call(makeSpecimenCode, { document: 'passport', side: 'back' } as never)).code).toBe(400);
  const check = createSpecimenCheck(world.papers.specimenSigner);
  expect(check(data.code, ann.number, world.clock())).toEqual({ ok: true, value: { part: 'licence-back' } });
});

test("a receipt's code is for one amount on one network, within the limits of a top-up", async () => {
  const world = await newWorld();
  const ann = await world.person();
  const asked = { document: 'receipt', network: 'TRC20', amount: '1250.5' } as const;
  const { data } = await ann.call(makeSpecimenCode, asked);
  const check = createSpecimenCheck(world.papers.specimenSigner);
  const part = 'receipt-trc20-1250500000';
  expect(check(data.code, ann.number, world.clock())).toEqual({ ok: true, value: { part } });
  expect(readPart(part)).toEqual({ document: 'receipt', network: 'TRC20', amount: 1_250_500_000n });
  for (const [from, to] of [
    ['1250500000', '9250500000'],
    ['trc20', 'erc20'],
    ['receipt-trc20-1250500000', 'id-front'],
  ])
    expect(check(data.code.replace(from!, to!), ann.number, world.clock())).toEqual({
      ok: false,
      error: 'file_without_code',
    });
  for (const wrong of [{ amount: '9.99' }, { amount: '100000.000001' }, { amount: '1e3' }, { network: 'SOL' }])
    expect((await ann.call(makeSpecimenCode, { ...asked, ...wrong } as never)).code, JSON.stringify(wrong)).toBe(400);
});

test('a code with any change is invalid', () => {
  const signer = openSigner(newSigningKey());
  const now = new Date('2026-11-15T12:00:00Z');
  const { code } = makeCode(signer, now, 8620001n, { document: 'id', side: 'front' });
  const check = createSpecimenCheck(signer);
  const reasonOf = (text: string | null, number = 8620001n, at = now) => {
    const judged = check(text, number, at);
    return judged.ok ? 'good' : judged.error;
  };
  expect(reasonOf(code)).toBe('good');
  expect(reasonOf(code, 8620002n)).toBe('file_code_of_another');
  expect(reasonOf(code, 8620001n, plus(now, minutes(60) - seconds(1)))).toBe('good');
  expect(reasonOf(code, 8620001n, plus(now, minutes(60)))).toBe('file_code_expired');
  const parts = code.split('.');
  const changed = (place: number, text: string) => parts.map((part, i) => (i === place ? text : part)).join('.');
  const forged = {
    number: reasonOf(changed(1, '8620002'), 8620002n),
    part: reasonOf(changed(2, 'id-back')),
    'unknown part': reasonOf(changed(2, 'passport')),
    expiry: reasonOf(changed(3, '9999999999')),
    nonce: reasonOf(changed(4, 'A'.repeat(16))),
    signature: reasonOf(changed(5, 'A'.repeat(86))),
    'no signature': reasonOf(parts.slice(0, 5).join('.')),
    'more behind it': reasonOf(`${code}.more`),
    'another text': reasonOf('https://example.com'),
    'another signer': reasonOf(
      makeCode(openSigner(newSigningKey()), now, 8620001n, { document: 'id', side: 'front' }).code,
    ),
    none: reasonOf(null),
  };
  expect(new Set(Object.values(forged)), JSON.stringify(forged)).toEqual(new Set(['file_without_code']));
});
