import { claimReviewCase, decideReviewCase } from '@glasshouse/protocol/review/office';
import { register, sendCode } from '@glasshouse/protocol/session/calls';
import { newOperator, officeCall } from './office.ts';
import { newName, newPhone } from './people.ts';
import { arrange, codeTextedTo, forgetThrottles, newCaller } from './server.ts';
import { expect, test } from './story.ts';

test('the inviter’s page updates when a reviewer passes an invited person', async ({ person: { page, info } }) => {
  await page.goto('/user/invite');
  await expect(page.getByText('Nothing earned yet')).toBeVisible();
  await forgetThrottles();
  const [call, phone, username] = [newCaller(new Map()), newPhone(), newName()];
  await call(sendCode, { phone, purpose: 'register' });
  const code = await codeTextedTo(phone);
  const rest = { country: 'GB', password: 'a paper lantern', tradePassword: '246810', accept: true as const };
  await call(register, { phone, username, code, ...rest, invitationCode: info.invitationCode });
  const id = crypto.randomUUID();
  // Submits the identity without pictures.
  await arrange(
    `insert into review_case (id, kind, person, number, title, try_number, submitted_at)
      select '${id}', 'identity', id, number, 'id', 1, now() from person where username = '${username}'`,
    `insert into identity_case (id, person, document) select '${id}', id, 'id' from person where username = '${username}'`,
  );
  const { cookies } = await newOperator('reviewer');
  await officeCall(claimReviewCase, { id }, cookies);
  const checks = ['specimenName', 'specimenNumber', 'specimenCode', 'specimenStamp'];
  await officeCall(decideReviewCase, { id, decision: 'approve', checks, reason: null }, cookies);
  const earned = page.getByRole('region', { name: 'Earned in all' });
  await expect(earned).toContainText('1 · 1 verified');
  const entries = page.getByRole('region', { name: 'Invitation entries' });
  await expect(entries).toContainText(`${username.slice(0, 2)}•••`);
  // The account was opened from the inviter's address, so it pays no reward. The page says so at once too.
  await expect(entries).toContainText('Not paid');
});
