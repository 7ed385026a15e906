import type { Page } from '@playwright/test';

/** The only endpoints a visitor's page may call: those with public data. */
const isPublic =
  /^\/index\/(site\/\w+|user\/getuser|contract\/rules|spot\/rules|option\/board|log\/show|market\/(list|candles|tape|proof))$/;

/** Returns a function that lists the other endpoints a page has called since. */
export function watchCalls(page: Page): () => string[] {
  const called = new Set<string>();
  page.on('request', (request) => called.add(new URL(request.url()).pathname));
  return () => [...called].filter((path) => path.startsWith('/index/') && !isPublic.test(path));
}
