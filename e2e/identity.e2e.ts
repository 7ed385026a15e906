import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { fillDetails, makeBoth, savedSide, sideOf, tellState, verifications } from './identity.ts';
import { browserOf, openAccount } from './people.ts';
import { expect, test } from './story.ts';
import { wordsIn } from './words.ts';

const t = wordsIn('en-US');
const status = (page: Page) => page.getByRole('main').getByRole('status').first();

/** The calls with a file that have left this page. */
function uploadsOf(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => request.url().endsWith('/index/user/uploads') && seen.push(request.url()));
  return seen;
}

/** A picture without a code that resembles a photo: noise, lines and a face. */
const photo = (page: Page): Promise<Buffer> =>
  page
    .evaluate(() => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [1200, 756];
      const pen = canvas.getContext('2d')!;
      pen.fillStyle = '#c9b89a';
      pen.fillRect(0, 0, 1200, 756);
      for (let i = 0; i < 400; i++) {
        pen.fillStyle = `hsl(${(i * 37) % 360} 40% 50%)`;
        pen.fillRect((i * 173) % 1200, (i * 97) % 756, 30, 18);
      }
      return canvas.toDataURL('image/jpeg').split(',')[1]!;
    })
    .then((base64) => Buffer.from(base64, 'base64'));

test('a specimen is drawn, uploaded and submitted, and the review begins on the same page', async ({
  person: { page },
}) => {
  await page.goto('/user');
  await page.getByRole('link', { name: 'Identity verification Not verified' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Name on card')).toHaveAccessibleDescription('Enter a name');
  await expect(page.getByLabel('Name on card')).toBeFocused();
  expect(await axeFaults(page)).toEqual([]);
  await fillDetails(page, t);
  await expect(page.getByRole('button', { name: 'Send for review' })).toBeDisabled();
  await makeBoth(page, t);
  await expect(page.getByRole('img', { name: 'Specimen: ID card, Front' })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send for review' }).click();
  await expect(page.getByRole('heading', { name: 'Under review' })).toBeVisible();
  await expect(status(page)).toHaveText('Under review');
  await expect(page.getByText(/^Sent \d{4}-\d\d-\d\d .* You can keep trading/)).toBeVisible();
  await expect(page.getByText('•••••••••', { exact: false })).toHaveText(/^•+\d{3}$/);
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('link', { name: 'Identity verification Under review' })).toBeVisible();
});

test('Back returns from the documents to the details, and a reload keeps the input', async ({ person: { page } }) => {
  await page.goto('/user');
  await page.getByRole('link', { name: /^Identity verification/ }).click();
  await page.getByLabel('Number').fill('SPEC-1234');
  await fillDetails(page, t);
  await page.goBack();
  await expect(page.getByLabel('Name on card')).toHaveValue('Hayashi Mika');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Step 1 of 3' })).toBeFocused();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.reload();
  await expect(page.getByLabel('Name on card')).toHaveValue('Hayashi Mika');
  await expect(page.getByLabel('Number')).toHaveValue('SPEC-1234');
  await page.goBack();
  await expect(page).toHaveURL('/user');
});

test('the input is deleted from the tab after logging out, here or in another tab', async ({
  person: { page, username, password },
}) => {
  const keptIn = () => page.evaluate(() => JSON.stringify(sessionStorage));
  const typed = async () => {
    await page.goto('/user/cert');
    await fillDetails(page, t);
    expect(await keptIn()).toContain('Hayashi Mika');
  };
  const logOutIn = async (tab: Page) => {
    await tab.goto('/user');
    await tab.getByRole('button', { name: 'Log out' }).click();
    await tab.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
    await expect(tab).toHaveURL(/\/login/);
  };
  await typed();
  await logOutIn(page);
  expect(await keptIn()).not.toContain('Hayashi Mika');
  await page.getByLabel('Username, email or phone').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL('/home');
  await typed();
  const other = await page.context().newPage();
  await logOutIn(other);
  await expect.poll(keptIn).not.toContain('Hayashi Mika');
});

test('a rejected user sees the reason while correcting, and Back returns to the decision', async ({
  person: { page },
}) => {
  await tellState(page, verifications.rejected);
  await page.goto('/user/cert');
  await expect(page.getByText('9 min', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Rejected last time: The back is blurred')).toBeVisible();
  await expect(page.getByLabel('Name on card')).toHaveValue('Hayashi Mika');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('usually under 9 min')).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Verification rejected' })).toBeFocused();
  await expect(page).toHaveURL('/user/cert');
});

test('without a reviewer on duty, the page shows the time of automatic approval', async ({ person: { page } }) => {
  await tellState(page, verifications.automatic);
  await page.goto('/user/cert');
  await expect(
    page.getByText(/If no reviewer decides before, it is approved automatically at 2026-03-18/),
  ).toBeVisible();
  await expect(page.getByRole('definition').nth(1)).toHaveText(
    'Your identity is verified, or you get a reason why not',
  );
  await tellState(page, verifications.byClock);
  await page.reload();
  await expect(page.getByText(/^Approved automatically 2026-03-18 .*\.$/)).toBeVisible();
});

test('a saved specimen can be uploaded again, and its code identifies the side', async ({ person: { page } }) => {
  await page.goto('/user/cert');
  await fillDetails(page, t);
  await makeBoth(page, t);
  const files = [await savedSide(page, t, 'back'), await savedSide(page, t, 'front')];
  await page.reload();
  await fillDetails(page, t);
  await page.locator('input[type=file]').setInputFiles(files);
  for (const side of ['front', 'back'] as const) {
    await expect(sideOf(page, t, side).getByText('Ready', { exact: true })).toBeVisible();
    await expect(sideOf(page, t, side).getByText(/^Saved file, \d+ KB$/)).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Send for review' })).toBeEnabled();
});

test('a photo without a code, and a file that is not a picture, never leave the device', async ({
  person: { page },
}) => {
  await page.goto('/user/cert');
  await fillDetails(page, t);
  const uploads = uploadsOf(page);
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'passport.jpg', mimeType: 'image/jpeg', buffer: await photo(page) });
  await expect(page.getByRole('alert').getByText('No valid specimen code was found in passport.jpg')).toBeVisible();
  await page.setViewportSize({ width: 320, height: 568 });
  await input.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') });
  await expect(page.getByText('notes.png is not a picture that can be read. Nothing was sent.')).toBeInViewport();
  expect(uploads).toEqual([]);
});

test('an upload is repeated if the server was busy', async ({ person: { page } }) => {
  let refused = 0;
  await page.route('**/index/user/uploads', (route) => {
    if (refused++ > 0) return route.continue();
    const data = { reason: 'file_busy' };
    return route.fulfill({ json: { code: 429, msg: 'Too many pictures are being checked', data } });
  });
  await page.goto('/user/cert');
  await fillDetails(page, t);
  await page.getByRole('button', { name: 'Make specimen' }).click();
  await expect(sideOf(page, t, 'front').getByText('Waiting for its turn', { exact: true })).toBeVisible();
  for (const side of ['front', 'back'] as const)
    await expect(sideOf(page, t, side).getByText('Ready', { exact: true })).toBeVisible();
});

test('a specimen of another user or another document is refused before it is sent', async ({
  person: { page },
  open,
}) => {
  await page.goto('/user/cert');
  await fillDetails(page, t);
  await makeBoth(page, t);
  const file = await savedSide(page, t, 'front');
  const other = await open(browserOf(await openAccount()));
  await other.goto('/user/cert');
  await fillDetails(other, t);
  const uploads = uploadsOf(other);
  await other.locator('input[type=file]').setInputFiles(file);
  await expect(other.getByText(/was made for another account\. Nothing was sent\.$/)).toBeVisible();
  expect(uploads).toEqual([]);
  await page.getByRole('button', { name: 'Change details' }).click();
  await page.getByText('Driving license').click();
  await fillDetails(page, t);
  await expect(sideOf(page, t, 'front').getByText('Not made yet')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText(/is of another document than the one chosen/)).toBeVisible();
});

test.describe('without a connection', () => {
  test.use({ callsMayFail: true });

  test('a page that failed to load says so, and an upload continues once the connection returns', async ({
    person: { page },
  }) => {
    await page.route('**/index/user/certState', (route) => route.abort());
    await page.goto('/user/cert');
    await expect(page.getByText('Your verification did not load')).toBeVisible();
    await page.unroute('**/index/user/certState');
    await page.getByRole('button', { name: 'Try again' }).click();
    await fillDetails(page, t);
    await page.route('**/index/user/uploads', (route) => route.abort());
    await page.getByRole('button', { name: 'Make specimen' }).click();
    const back = sideOf(page, t, 'back');
    await expect(back.getByText(/^No connection, so nothing was made or sent/)).toBeVisible();
    await page.unroute('**/index/user/uploads');
    await expect(back.getByText('Ready', { exact: true })).toBeVisible();
  });
});
