import { readFileSync } from 'node:fs';
import { expect, heading, test } from './story.ts';
import { showTape, type Tape } from './tape.ts';

test('visitors can open the tape page, and its verdict is computed by the browser', async ({ visitor: page }) => {
  await showTape(page);
  await page.goto('/login');
  await page.getByRole('link', { name: /^Today’s seed hash/ }).click();
  await expect(heading(page)).toHaveText('Price tape');
  await expect(page).toHaveURL('/market?view=tape');
  const verdict = page.getByRole('status').filter({ hasText: 'Recomputed in your browser:' });
  await expect(verdict).toContainText(/matches(\d+) of \1 checks/);
  // The test site has its own beacon.
  await expect(page.getByText('Here the operator could know prices ahead')).toBeVisible();
  await expect(page.getByText('Known seconds ahead at most')).toHaveCount(0);
  const seeds = page.getByRole('region', { name: 'Seeds' });
  await expect(seeds).toContainText('Shown when the day is over');
  await expect(seeds).toContainText('Seed matches');
  // Today's announcement is in the public log too, and the browser has looked it up there.
  await expect(seeds.getByRole('link', { name: /^Entry [\d,]+ ?Matches$/ }).first()).toBeVisible();
  const key = page.getByRole('region', { name: 'Public key' }).getByRole('button').first();
  await key.click();
  await expect(key).toHaveText(/[0-9a-f]{64}$/);
});

test('a changed seed, signature or link is reported as wrong', async ({ visitor: page }) => {
  const tampered = async (change: (tape: Tape) => void) => {
    await page.unrouteAll();
    await showTape(page, change);
    await page.goto('/market?view=tape');
    await expect(page.getByRole('alert').filter({ hasText: 'does not match' })).toBeVisible();
  };
  const flip = (hex: string) => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);
  await tampered(({ days }) => {
    const { revealed } = days.find((day) => day.revealed)!;
    revealed!.seed = flip(revealed!.seed);
  });
  await tampered(({ checkpoints }) => {
    checkpoints[0]!.root = flip(checkpoints[0]!.root);
  });
});

test('an hour is downloaded and recomputed, and one changed price is reported', async ({ visitor: page }) => {
  await page.goto('/market?view=tape');
  const hour = page.getByRole('region', { name: 'Check any hour' });
  await hour.getByLabel('Coin').selectOption('ETH');
  await hour.getByRole('button', { name: 'Check here' }).click();
  await expect(hour.getByRole('status')).toContainText(/matches[\d,]+ ticks in \d+ ms, under the signature of tick #/);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    hour.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^tape-ETH-\d{4}-\d{2}-\d{2}T\d{2}\.csv$/);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text).toContain('# Simulated');

  const lines = text.split('\n');
  const at = lines.findIndex((line) => /^\d/.test(line)) + 20;
  const [slot, time, price, ...rest] = lines[at]!.split(',');
  const changed = price!.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
  lines[at] = [slot, time, changed, ...rest].join(',');
  await page.route('**/index/market/ticks', (route) =>
    route.fulfill({ json: { code: 200, msg: '', data: { name: 'tape.csv', text: lines.join('\n') } } }),
  );
  await hour.getByRole('button', { name: 'Check here' }).click();
  await expect(hour.getByRole('alert').filter({ hasText: 'does not match' })).toContainText(`slot ${slot}`);
});

test('an hour without ticks is reported as missing', async ({ visitor: page }) => {
  await page.goto('/market?view=tape');
  const hour = page.getByRole('region', { name: 'Check any hour' });
  await hour.getByLabel('Date (UTC)').fill('2020-01-01');
  await hour.getByRole('button', { name: 'Check here' }).click();
  await expect(hour.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
});

test('home says that yesterday is sealed once it is', async ({ visitor: page }) => {
  await showTape(page);
  await page.goto('/home');
  await page.getByRole('link', { name: 'Yesterday’s prices are sealed. Check any result.' }).click();
  await expect(heading(page)).toHaveText('Price tape');
});
