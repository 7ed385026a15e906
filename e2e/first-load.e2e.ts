import { gzipSync } from 'node:zlib';
import { expect, heading, test } from './story.ts';

const limit = 140 * 1024;

test('the first load of /home brings at most 140 KiB gzip of JavaScript', async ({ visitor }) => {
  const scripts: { name: string; body: Promise<Buffer> }[] = [];
  visitor.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    scripts.push({ name: new URL(response.url()).pathname, body: response.body() });
  });
  await visitor.goto('/home');
  await expect(heading(visitor)).toBeVisible();
  await visitor.waitForLoadState('networkidle');
  const sizes = await Promise.all(
    scripts.map(async ({ name, body }) => ({ name, bytes: gzipSync(await body, { level: 9 }).length })),
  );
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { name, bytes } of sizes.toSorted((a, b) => b.bytes - a.bytes))
    console.log(`${(bytes / 1024).toFixed(1)} KiB ${name}`);
  console.log(`first load of /home: ${(total / 1024).toFixed(1)} KiB gzip of ${limit / 1024} allowed`);
  expect(scripts.length).toBeGreaterThan(2);
  expect(total).toBeLessThanOrEqual(limit);
});
