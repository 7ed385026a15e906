import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { kibOf, loadedBy, secondsUntilLive, slowDown } from '../scripts/arrive.ts';
import { startNats } from '../scripts/nats.ts';
import { freePorts } from '../scripts/ports.ts';
import { root, run } from '../scripts/run.ts';
import { openStack, type Stack } from '../scripts/stack.ts';
import { onInterrupt } from '../server/test/child.ts';
import { serveFiles } from '../server/test/serve-files.ts';
import { shareReceipt } from './load-shared.ts';
import { loadAverage } from './processor.ts';

const rounds = Number(process.env.LOAD_ROUNDS ?? 3);
const kinds = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const phases = ['first-contentful-paint', 'largest-contentful-paint', 'speed-index', 'total-blocking-time'] as const;
type Run = { scores: number[]; phases: number[]; shift: number; failed: string[] };

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/**
 * Page load speed. Compares Lighthouse scores of the pages where visitors arrive with those of an empty React page that
 * is served the same way in the same run. Then measures the seconds until /contract accepts an order on a slow
 * connection, and the size of everything it loads.
 */
export async function benchLoad(): Promise<void> {
  for (const folder of ['web', 'bench/empty-page']) {
    const built = await run('vite', ['build', folder]);
    if (built.code !== 0) throw new Error(built.output);
  }
  const nats = await startNats();
  process.env.NATS_URL = nats.url;
  const stack = await openStack({ name: 'bench_load', port: await freePorts(), webRoot: 'web/dist' });
  const empty = await serveFiles(join(root, 'artifacts/empty-page'), await freePorts());
  try {
    await measure(stack, empty.url);
  } finally {
    await empty.close();
    await stack.close();
    await nats.kill();
  }
}

async function measure(stack: Stack, empty: string): Promise<void> {
  const port = await freePorts();
  const browser = await launch(port);
  try {
    const pages = {
      empty,
      home: `${stack.url}/home`,
      market: `${stack.url}/market`,
      contract: `${stack.url}/contract`,
      shared: await shareReceipt(stack),
    };
    const runs = new Map<string, Run[]>();
    for (let round = 0; round < rounds; round++)
      for (const [name, url] of Object.entries(pages))
        runs.set(name, [...(runs.get(name) ?? []), await look(url, port)]);
    const performance = new Map([...runs].map(([name, each]) => [name, tell(name, each)]));
    const worst = Math.min(...[...performance].filter(([name]) => name !== 'empty').map(([, score]) => score));
    const live = [];
    for (let round = 0; round < rounds; round++) live.push(await withPage(browser, stack.url, secondsOnSlowLine));
    const kib = kibOf(await withPage(browser, stack.url, loadedBy));
    console.log(`/contract live after ${live.map((each) => each.toFixed(1)).join(', ')} s on a slow line`);
    const bar = performance.get('empty')!;
    console.log(
      `load ratio=${(worst / bar).toFixed(2)} worst=${worst} empty=${bar} live=${median(live).toFixed(1)}s kib=${kib.toFixed(1)} load=${loadAverage()}`,
    );
  } finally {
    await browser.close();
  }
}

/** Starts the browser, which Lighthouse reaches at a port. Playwright must not exit on a signal before we have cleaned up. */
async function launch(port: number): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', `--remote-debugging-port=${port}`],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  onInterrupt(() => browser.close());
  return browser;
}

/** Measures a page. Repeats, up to twice, a run in which the browser painted nothing measurable. */
async function look(url: string, port: number, tries = 3): Promise<Run> {
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...kinds] });
  const { categories = {}, audits = {}, runtimeError } = result?.lhr ?? {};
  if (runtimeError || !phases.every((name) => audits[name]?.numericValue !== undefined)) {
    if (tries > 1) return look(url, port, tries - 1);
    throw new Error(`${url} could not be measured: ${runtimeError?.message}`);
  }
  const judged = kinds.slice(1).flatMap((kind) => categories[kind]!.auditRefs.filter(({ weight }) => weight > 0));
  return {
    scores: kinds.map((kind) => Math.round(categories[kind]!.score! * 100)),
    phases: phases.map((name) => audits[name]!.numericValue!),
    shift: audits['cumulative-layout-shift']!.numericValue!,
    failed: judged.map(({ id }) => id).filter((id) => audits[id]!.score !== null && audits[id]!.score! < 1),
  };
}

/** Prints the results of a page, and returns its performance score. */
function tell(name: string, runs: readonly Run[]): number {
  const scores = kinds.map((_, place) => median(runs.map((each) => each.scores[place]!)));
  const times = phases.map((_, place) => (median(runs.map((each) => each.phases[place]!)) / 1000).toFixed(2));
  const shift = median(runs.map((each) => each.shift)).toFixed(3);
  const failed = [...new Set(runs.flatMap((each) => each.failed))].join(' ');
  const each = runs.map(({ scores }) => scores[0]).join(' ');
  console.log(
    `${name}: performance ${scores[0]} (${each}), accessibility ${scores[1]}, best practices ${scores[2]}, search ${scores[3]}; first paint ${times[0]} s, largest ${times[1]} s, speed index ${times[2]} s, blocked ${times[3]} s, shift ${shift}${failed && `; failed: ${failed}`}`,
  );
  return scores[0]!;
}

const visitor = { viewport: { width: 390, height: 844 }, hasTouch: true, serviceWorkers: 'block' } as const;

async function withPage<T>(browser: Browser, site: string, act: (page: Page, site: string) => Promise<T>): Promise<T> {
  const opened = await browser.newContext(visitor);
  try {
    return await act(await opened.newPage(), site);
  } finally {
    await opened.close();
  }
}
type Page = Awaited<ReturnType<Browser['newPage']>>;

async function secondsOnSlowLine(page: Page, site: string): Promise<number> {
  await slowDown(page);
  return secondsUntilLive(page, site);
}
