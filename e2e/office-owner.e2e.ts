import { consoleOf, keepOwner, makeOwner } from './office.ts';
import { expect, openDevtools, test } from './story.ts';
import { codeAt, nextCode } from './totp.ts';

test('a command creates the first owner, who sets up both factors and logs in again with each of them', async ({
  open,
}) => {
  const link = await makeOwner('Olga Owner', 'olga@office.example');
  const page = await open(consoleOf());
  await expect(makeOwner('Mallory', 'mallory@office.example')).rejects.toThrow();

  await page.goto(link);
  await expect(page.getByText('olga@office.example')).toBeVisible();
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert').first()).toHaveText('At least 10 characters.');
  for (const label of ['New password', 'The same again']) await page.getByLabel(label).fill('1q2w3e4r5t');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This is one of the most common passwords. Try three or four unrelated words.',
  );
  await page.getByLabel('New password').fill('a house of glass');
  await page.getByLabel('The same again').fill('a house of glass');
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = (await page.locator('code').textContent()) ?? '';
  await page.getByLabel('Code from the app').fill('000000');
  await page.getByRole('button', { name: 'Pair and log in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Code from the app').fill(codeAt(secret, Date.now()));
  await page.getByRole('button', { name: 'Pair and log in' }).click();

  const codes = page.getByRole('listitem').locator('code');
  await expect(codes).toHaveCount(8);
  const [recovery] = await codes.allTextContents();
  await expect(page.getByRole('button', { name: 'Open the console' })).toBeDisabled();
  await page.getByLabel('I have kept them in a safe place').check();
  await page.getByRole('button', { name: 'Open the console' }).click();
  await expect(page.getByText('Audit chain intact')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Simulated/ })).toBeVisible();

  // A second factor that cannot be phished, created and used in the browser's virtual authenticator.
  const wire = await openDevtools(page);
  await wire.send('WebAuthn.enable');
  await wire.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.getByRole('button', { name: /Olga Owner/ }).click();
  await page.getByRole('link', { name: 'Your account' }).click();
  await page.getByLabel('Name of the passkey').fill('Key on the laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('cell', { name: 'Key on the laptop' })).toBeVisible();

  const logOut = async () => {
    await page.getByRole('button', { name: /Olga Owner/ }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
  };
  const givePassword = async () => {
    await page.getByLabel('Email').fill('olga@office.example');
    await page.getByLabel('Password').fill('a house of glass');
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  await logOut();
  await givePassword();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  // The owner returns to the page they left.
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();

  await logOut();
  await givePassword();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recovery!);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('7 recovery codes are left.')).toBeVisible();

  await logOut();
  await givePassword();
  await page.getByLabel('Code from the app').fill(nextCode(secret));
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
  await keepOwner(new Map((await page.context().cookies()).map(({ name, value }) => [name, value])));
});
