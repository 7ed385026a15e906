import { generateKeyPairSync, sign } from 'node:crypto';
import type { Output } from '@glasshouse/protocol/endpoint';
import type { showCertState } from '@glasshouse/protocol/identity/calls';
import { type SpecimenPart, textToSign } from '@glasshouse/protocol/specimens/code';
import type { Page } from '@playwright/test';
import type { Words } from './screen.ts';
import { expect } from './story.ts';

type Verification = Output<typeof showCertState>;

const none: Verification = {
  state: 'none',
  submittedAt: null,
  decidedAt: null,
  reason: null,
  automatic: false,
  automaticAt: null,
  name: null,
  document: null,
  number: null,
  erasedAt: null,
  attempt: 0,
  usualSeconds: 540,
  automaticSeconds: null,
  onDuty: true,
};
const sent = {
  attempt: 1,
  submittedAt: '2026-03-18T13:52:40.000Z',
  name: 'Hayashi Mika',
  document: 'id',
  number: '•••417',
} as const;
const decided = { ...sent, decidedAt: '2026-03-18T14:01:17.000Z', erasedAt: '2126-04-17T14:01:17.000Z' };
/** The states in the form the server sends them. */
export const verifications = {
  none,
  review: { ...none, ...sent, state: 'under_review' },
  automatic: {
    ...none,
    ...sent,
    state: 'under_review',
    automaticSeconds: 600,
    onDuty: false,
    automaticAt: '2026-03-18T14:02:40.000Z',
  },
  passed: { ...none, ...decided, state: 'passed' },
  byClock: { ...none, ...decided, state: 'passed', automatic: true, automaticSeconds: 600 },
  rejected: { ...none, ...decided, state: 'rejected', reason: 'The back is blurred: the number line cannot be read.' },
} satisfies Record<string, Verification>;

/**
 * Shows the page a verification in this state, instead of waiting for a reviewer. The returned function changes the
 * state.
 */
export async function tellState(page: Page, first: Verification): Promise<(next: Verification) => void> {
  let now = first;
  await page.route('**/index/user/certState', (route) => route.fulfill({ json: { code: 200, msg: '', data: now } }));
  return (next) => {
    now = next;
  };
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Fills in the first step. */
export async function fillDetails(page: Page, t: Words, name = 'Hayashi Mika'): Promise<void> {
  await page.getByLabel(t('identity.name')).fill(name);
  await press(page, t('identity.continue'));
  await expect(page.getByRole('button', { name: t('identity.make') })).toBeVisible();
}

export const sideOf = (page: Page, t: Words, side: 'front' | 'back') =>
  page.getByRole('region', { name: t(`identity.sides.${side}`), exact: true });

/** Draws both sides and waits until the server has accepted them. */
export async function makeBoth(page: Page, t: Words): Promise<void> {
  await press(page, t('identity.make'));
  for (const side of ['front', 'back'] as const)
    await expect(sideOf(page, t, side).getByText(t('specimens.slot.ready'), { exact: true })).toBeVisible();
}

/** Makes this page receive expired codes. */
export async function expireCodes(page: Page): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64url');
  const { info } = JSON.parse((await page.evaluate(() => localStorage.getItem('session'))) ?? '').state;
  const expiresAt = new Date(Date.now() - 1000);
  await page.route('**/index/user/specimenCode', (route) => {
    const { document, side } = route.request().postDataJSON();
    const part = `${document}-${side}` as SpecimenPart;
    const text = textToSign({ number: BigInt(info.number), part, expiresAt, nonce: 'abcdefghijklmnop' });
    const code = `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
    return route.fulfill({ json: { code: 200, msg: '', data: { code, expiresAt, publicKey: raw } } });
  });
}

/** The path of the picture that the link for saving a side downloads. */
export async function savedSide(page: Page, t: Words, side: 'front' | 'back'): Promise<string> {
  const saving = page.waitForEvent('download');
  await sideOf(page, t, side).getByRole('link').click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe(`specimen-id-${side}.png`);
  return download.path();
}
