import type { Page } from '@playwright/test';
import { isNight } from '../scripts/reports.ts';
import { expect, openDevtools, waitForFrames } from './story.ts';

/**
 * Layout faults of the page or the open sheet: sideways scrolling, overlapping text, text that is cut off or outside
 * its container, and targets that stay covered however the page is scrolled. With `measured`, also targets that are too
 * small.
 */
export const layoutFaults = (page: Page, measured = false): Promise<string[]> => page.evaluate(findFaults, measured);

/** Sets the text size chosen in the browser, in percent of the default. */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  const devtools = await openDevtools(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: Math.round((16 * percent) / 100) } });
  await devtools.detach();
}

/** A window and the text size chosen in the browser, in percent. */
export type Look = readonly [width: number, height: number, text: number];
export const upright: Look = [390, 844, 100];
const tight: Look[] = [upright, [320, 640, 100], [568, 320, 100], [390, 844, 200]];
const others: Look[] = [
  [320, 640, 150],
  [844, 390, 100],
  [390, 844, 150],
];
// A page that fits the tightest windows nearly always fits the others, which walk.e2e and the nightly run check.
const looks = isNight ? [...tight, ...others] : tight;

/** Checks that the page has no layout faults in any of these windows and text sizes. */
export async function holdsUp(page: Page, what: string): Promise<void> {
  await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
  for (const look of looks) await holdsUpAt(page, what, look, false);
  await resize(page, upright);
}

/**
 * Checks that the page has no layout faults in this window at this text size, and with `measured` that all targets are
 * large enough.
 */
export async function holdsUpAt(page: Page, what: string, look: Look, measured: boolean): Promise<void> {
  await resize(page, look);
  const [width, height, text] = look;
  // Fallback letters are wider, so wait for the page's fonts.
  await page.evaluate(async () => void (await document.fonts.ready));
  const faults = await layoutFaults(page, measured);
  expect.soft(faults.slice(0, 8), `${what} at ${width} x ${height}, text at ${text} %`).toEqual([]);
}

export async function resize(page: Page, [width, height, text]: Look): Promise<void> {
  // In this order: only a resized window makes the app read its size in rem again.
  await setTextSize(page, text);
  await page.setViewportSize({ width, height });
  // Sizes that depend on another element's size are updated by the second frame.
  await waitForFrames(page);
}

// Runs in the page, so it must contain everything it needs.
function findFaults(measured: boolean): string[] {
  type Box = { left: number; top: number; right: number; bottom: number };
  type Piece = { box: Box; of: Element; layer: Element | null; words: string };
  const slack = 1;
  const longWord = 16; // letters; no phone fits longer words in large text
  const width = document.documentElement.clientWidth;
  const height = window.innerHeight;
  const faults = new Set<string>();
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].filter((each) =>
    each.checkVisibility(),
  );
  const root = dialogs.at(-1) ?? document.body;
  const all = [...root.querySelectorAll('*')];

  /** Caches results, because the same elements are inspected many times. */
  const once = <T>(find: (element: Element) => T) => {
    const results = new Map<Element, T>();
    return (element: Element): T => {
      if (!results.has(element)) results.set(element, find(element));
      return results.get(element)!;
    };
  };
  const styleOf = once((element) => getComputedStyle(element));
  const boxOf = once((element) => element.getBoundingClientRect());
  const ancestors = once((element) => {
    const list: Element[] = [];
    for (let each: Element | null = element; each && each !== document.documentElement; each = each.parentElement)
      list.push(each);
    return list;
  });
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    !element.closest('[inert]') &&
    !ancestors(element).some(isPutAway);
  const short = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 40);
  const nameOf = (element: Element) => {
    const kind = (element.getAttribute('class') ?? '').split(' ')[0]?.replace(/^_|_\w{5,}(_\d+)?$/g, '');
    const label = short(element.getAttribute('aria-label') ?? element.textContent ?? '');
    return `${element.tagName.toLowerCase()}${kind && `.${kind}`} "${label}"`;
  };
  const meet = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const isEmpty = ({ left, top, right, bottom }: Box) => right - left <= slack || bottom - top <= slack;
  // Bars that stay while the page scrolls cover it by design, so each layer is checked separately.
  const layerOf = (element: Element) =>
    ancestors(element).find((each) => /fixed|sticky/.test(styleOf(each).position)) ?? null;
  const clips = (style: CSSStyleDeclaration) =>
    /hidden|clip/.test(style.overflowX) ||
    style.contentVisibility === 'auto' ||
    /paint|content|strict/.test(style.contain);
  const scrolls = (style: CSSStyleDeclaration) => /auto|scroll/.test(`${style.overflowX} ${style.overflowY}`);
  // Content for screen readers or for later: an empty box that hides its content.
  const isPutAway = once((element) => {
    const { width, height } = boxOf(element);
    return Math.min(width, height) <= slack && clips(styleOf(element));
  });
  const isInScroller = (element: Element) =>
    ancestors(element).some((each) => each !== element && each !== document.body && scrolls(styleOf(each)));
  const isPainted = (style: CSSStyleDeclaration) =>
    style.display !== 'inline' &&
    (!/^rgba\(.*, 0\)$|transparent/.test(style.backgroundColor) || style.borderTopWidth !== '0px');

  /** Returns the visible part of a box and records its faults. */
  function inspect(box: Box, of: Element, words: string): Box {
    let seen = box;
    let holder = false;
    for (const each of ancestors(of)) {
      if (each === document.body) break;
      const style = styleOf(each);
      const around = boxOf(each);
      if (style.display === 'inline' || style.display === 'contents') continue;
      if (scrolls(style)) {
        seen = meet(seen, around);
        if (isEmpty(seen)) return seen;
        holder = true;
      } else if (clips(style)) {
        const isMeant = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
        const cut = meet(seen, around);
        const lost = Math.max(
          seen.right - seen.left - (cut.right - cut.left),
          seen.bottom - seen.top - (cut.bottom - cut.top),
        );
        if (lost > slack && !isMeant) faults.add(`cut off: "${words}" by ${nameOf(each)}`);
        seen = cut;
        if (isEmpty(seen)) return seen;
      }
      if (!holder && isPainted(style)) {
        const out = Math.max(
          around.left - seen.left,
          seen.right - around.right,
          around.top - seen.top,
          seen.bottom - around.bottom,
        );
        if (out > slack) faults.add(`overflows: "${words}" exceeds ${nameOf(each)} by ${out.toFixed(1)} px`);
        holder = true;
      }
      if (style.position === 'fixed') break;
    }
    if (seen.left < -slack || seen.right > width + slack) faults.add(`outside the screen: "${words}"`);
    return seen;
  }

  function textPieces(): Piece[] {
    const pieces: Piece[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const of = node.parentElement!;
      const words = short(node.textContent ?? '');
      if (!words || of.closest('svg, option') || !isSeen(of)) continue;
      range.selectNodeContents(node);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      const parts = (node.textContent ?? '').trim().split(/[\s\p{P}\p{Ideographic}\p{Script=Hangul}\p{Script=Kana}]/u);
      const isShort = Math.max(...parts.map((part) => part.length)) < longWord;
      if (lines > parts.length && isShort && !of.closest('code, pre')) faults.add(`broken inside a word: "${words}"`);
      for (const { left, top, right, bottom } of range.getClientRects()) {
        // From the top of a capital to slightly below the baseline. The space above and below may be shared by lines.
        const tall = bottom - top;
        const box = inspect({ left, right, top: top + tall * 0.22, bottom: bottom - tall * 0.17 }, of, words);
        if (!isEmpty(box)) pieces.push({ box, of, layer: layerOf(of), words });
      }
    }
    return pieces;
  }

  function drawings(): Piece[] {
    return [...root.querySelectorAll('svg, img')]
      .filter((each) => isSeen(each) && styleOf(each).position !== 'absolute')
      .map((each) => ({
        box: inspect(boxOf(each), each, nameOf(each)),
        of: each,
        layer: layerOf(each),
        words: nameOf(each),
      }))
      .filter(({ box }) => !isEmpty(box));
  }

  function findOverprints(pieces: Piece[]) {
    const sorted = pieces.toSorted((a, b) => a.box.top - b.box.top);
    for (const [at, a] of sorted.entries()) {
      for (let next = at + 1; next < sorted.length; next++) {
        const b = sorted[next]!;
        if (b.box.top >= a.box.bottom) break;
        if (a.layer !== b.layer || a.of === b.of || isEmpty(meet(a.box, b.box))) continue;
        faults.add(`overlapping: "${a.words}" and "${b.words}"`);
      }
    }
  }

  /** The element that covers the middle of a target; null if none does. */
  function coverOf(target: Element): Element | null {
    const box = target.getClientRects()[0];
    if (!box) return null;
    const at = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (!at) return document.documentElement;
    // A temporary message may cover anything, because it disappears.
    if (at.closest('[role=status], [role=alert], [aria-live]')) return null;
    return at === target || target.contains(at) || at.contains(target) || at.closest('label')?.contains(target)
      ? null
      : at;
  }

  const targets = [...root.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .map((each) => each.closest('label') ?? each)
    .filter((each) => isSeen(each) && styleOf(each).pointerEvents !== 'none');

  /** The area that reacts to a tap: the box and the enlarged target drawn around it. */
  function areaOf(target: Element): { wide: number; high: number } {
    const own = boxOf(target);
    // The enlarged target is positioned in the nearest box that isn't static: its own, or a complete row.
    const holder = boxOf(ancestors(target).find((each) => styleOf(each).position !== 'static') ?? target);
    const pseudoElements = ['::before', '::after']
      .map((part) => getComputedStyle(target, part))
      .filter(({ content, position }) => content !== 'none' && position === 'absolute')
      .map(({ left, right, top, bottom }) => ({
        wide: holder.width - Number.parseFloat(left) - Number.parseFloat(right),
        high: holder.height - Number.parseFloat(top) - Number.parseFloat(bottom),
      }));
    const widest = (side: 'wide' | 'high', least: number) =>
      Math.max(least, ...pseudoElements.map((each) => each[side] || 0));
    return { wide: widest('wide', own.width), high: widest('high', own.height) };
  }

  /**
   * One side must be as long as a fingertip is wide and the other at least 24 px. A link in a sentence is as high as
   * its line.
   */
  function findSmall() {
    for (const target of targets) {
      if (styleOf(target).display === 'inline' && target.closest('p, li, dd')) continue;
      const { wide, high } = areaOf(target);
      if (Math.min(wide, high) < 24 - slack || Math.max(wide, high) < 44 - slack)
        faults.add(`too small: ${nameOf(target)}, ${wide.toFixed(0)} x ${high.toFixed(0)} px`);
    }
  }

  function findCovered() {
    const from = { x: window.scrollX, y: window.scrollY };
    for (const target of targets) {
      if (!coverOf(target)) continue;
      let over: Element | null = null;
      for (const block of ['center', 'nearest', 'start', 'end'] as const) {
        target.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
        over = coverOf(target);
        if (!over) break;
      }
      if (over) faults.add(`cannot be tapped: ${nameOf(target)} is covered by ${nameOf(over)}`);
    }
    window.scrollTo({ left: from.x, top: from.y, behavior: 'instant' });
  }

  /** Fixed elements must be on the screen, and sticky ones must not be covered by fixed ones. */
  function findBars() {
    const at = (position: string) =>
      all.filter((each) => styleOf(each).position === position && isSeen(each) && !isInScroller(each));
    const fixed = at('fixed').filter((each) => styleOf(each).pointerEvents !== 'none');
    for (const each of fixed) {
      const { top, bottom } = boxOf(each);
      if (top < -slack || bottom > height + slack) faults.add(`fixed outside the screen: ${nameOf(each)}`);
    }
    for (const each of at('sticky')) {
      const over = fixed.find((bar) => !isEmpty(meet(boxOf(bar), boxOf(each))));
      if (over) faults.add(`sticky and covered by ${nameOf(over)}: ${nameOf(each)}`);
    }
  }

  /** Rows of tabs and tables may scroll sideways; elements that scroll vertically may not do both. */
  function findSideways() {
    const mayScroll = '[role=tablist], nav:has(> [aria-current]), fieldset, :has(> table)';
    for (const each of all) {
      if (!scrolls(styleOf(each)) || !isSeen(each) || each.matches(mayScroll)) continue;
      const wide = each.scrollWidth - each.clientWidth;
      if (wide > slack) faults.add(`scrolls sideways inside by ${wide} px: ${nameOf(each)}`);
    }
  }

  const wide = document.scrollingElement!.scrollWidth - width;
  if (wide > 0) faults.add(`the page scrolls sideways by ${wide} px`);
  findOverprints([...textPieces(), ...drawings()]);
  findBars();
  findSideways();
  if (measured) findSmall();
  // Last, because it scrolls.
  findCovered();
  return [...faults];
}
