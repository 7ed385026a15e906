import { existsSync, readFileSync } from 'node:fs';

// The last line of CI: how many tests ran, of both kinds.
type Vitest = { numPassedTests: number; numFailedTests: number };
type Playwright = { stats: { expected: number; unexpected: number; flaky: number } };
const read = <T>(path: string) => (existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined);

const unit = read<Vitest>('artifacts/vitest.json');
const browser = read<Playwright>('artifacts/e2e.json');
const passed = (unit?.numPassedTests ?? 0) + (browser?.stats.expected ?? 0);
const failed = (unit?.numFailedTests ?? 1) + (browser ? browser.stats.unexpected + browser.stats.flaky : 1);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
