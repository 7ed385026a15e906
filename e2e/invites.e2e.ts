import { register, sendCode } from '@glasshouse/protocol/session/calls';
import { axeFaults } from './axe.ts';
import { newName, newPhone } from './people.ts';
import { arrange, codeTextedTo, forgetThrottles, newCaller } from './server.ts';
import { expect, heading, test } from './story.ts';

/** Marks a user's identity as verified, without pictures. */
const passed = (username: string) =>
  arrange(
    `insert into review_case (id, kind, person, number, title, try_number, submitted_at)
      select gen_random_uuid(), 'identity', id, number, 'id', 1, now() from person where username = '${username}'`,
    `update person set identity = 'under_review' where username = '${username}'`,
    `update review_case set decision = 'approve', decided_at = now()
      where person = (select id from person where username = '${username}') and decision is null`,
  );

test('an invited user who is verified earns the inviter a reward, and a second account of one’s own earns none', async ({
  person: { page, info },
  open,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/user');
  await page.getByRole('link', { name: 'Invite and earnings' }).click();
  await expect(page.getByText(info.invitationCode, { exact: true })).toBeVisible();
  await expect(page.getByText('Nothing earned yet')).toBeVisible();
  await expect(page.getByText('You get 50.00 USDT when someone you invited passes verification.')).toBeVisible();
  await page.getByRole('button', { name: 'Copy code' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toBe(info.invitationCode);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(copied).toContain('/register?invite=');
  // On a device without a share function, the card is saved as a picture.
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Share card' }).click();
  expect((await saving).suggestedFilename()).toBe('invitation-simulated.png');

  // A friend opens the link on another kind of device.
  const friend = await open({ userAgent: 'A friend of the story' });
  await forgetThrottles();
  await friend.goto(await copied());
  await expect(friend.getByText(`Invited by ${info.invitationCode}`)).toBeVisible();
  await expect(friend.getByLabel('Invitation code')).toBeHidden();
  const [phone, name] = [newPhone(), newName()];
  await friend.getByLabel('Email or phone', { exact: true }).fill(phone);
  await friend.getByRole('button', { name: 'Send code' }).click();
  await friend.getByText('a code is on its way').waitFor();
  await friend.getByLabel('Verification code').fill(await codeTextedTo(phone));
  await friend.getByLabel('Login password', { exact: true }).fill('a paper lantern');
  await friend.locator('summary').click();
  await friend.getByLabel('Username').fill(name);
  await friend.getByLabel('I understand this is simulated').check();
  await friend.getByRole('button', { name: 'Create account' }).click();
  await friend.waitForURL('/home');
  await passed(name);

  // An account that was opened on the inviter's own device.
  const [own, call] = [{ username: newName(), phone: newPhone() }, newCaller(new Map())];
  await forgetThrottles();
  await call(sendCode, { phone: own.phone, purpose: 'register' });
  const code = await codeTextedTo(own.phone);
  const rest = { country: 'GB', password: 'a paper lantern', tradePassword: '246810', accept: true as const };
  await call(register, { ...own, ...rest, code, invitationCode: info.invitationCode });
  await passed(own.username);

  await page.reload();
  const earned = page.getByRole('region', { name: 'Earned in all' });
  await expect(earned).toContainText('50.00 USDT');
  await expect(earned).toContainText('2 · 2 verified');
  await expect(earned).toContainText('not paid: 1');
  const entries = page.getByRole('region', { name: 'Invitation entries' });
  await expect(entries.getByRole('listitem').first()).toContainText('Not paid');
  await expect(entries).toContainText('opened from your network, on a device like yours');
  await expect(entries).toContainText(`${name.slice(0, 2)}•••`);
  await expect(entries).toContainText('+50.00');
  expect(await axeFaults(page)).toEqual([]);
  await page.goto('/user/invite/entries');
  await expect(heading(page)).toHaveText('Invitation entries');
  await expect(page.getByRole('list', { name: 'Invitation entries' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByText('No more')).toBeVisible();
});
