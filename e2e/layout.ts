import type { Page } from '@playwright/test';
import { isNight } from '../scripts/reports.ts';
import { expect, openDevtools, waitForFrames } from './story.ts';

/**
 * What is wrong with how the page, or the sheet that is open, is laid out right now: sideways scroll, words over words, words cut
 * off or outside of what they stand in, and targets that no scrolling brings out from under something else. With `measured`, also
 * targets that are too small.
 */
export const layoutFaults = (page: Page, measured = false): Promise<string[]> => page.evaluate(findFaults, measured);

/** Sets the text size that a person chooses in the browser, in percent of the usual. */
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
// What fits the tightest windows nearly always fits the others, which are looked at by walk.e2e and at night.
const looks = isNight ? [...tight, ...others] : tight;

/** Nothing is wrong with what is shown in any of these windows, at any of these text sizes. */
export async function holdsUp(page: Page, what: string): Promise<void> {
  await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
  for (const look of looks) await holdsUpAt(page, what, look, false);
  await resize(page, upright);
}

/** Nothing is wrong with what is shown in this window at this text size, and all targets are large enough where they are `measured`. */
export async function holdsUpAt(page: Page, what: string, look: Look, measured: boolean): Promise<void> {
  await resize(page, look);
  const [width, height, text] = look;
  // Other letters are wider, until those of this page are there.
  await page.evaluate(async () => void (await document.fonts.ready));
  const faults = await layoutFaults(page, measured);
  expect.soft(faults.slice(0, 8), `${what} at ${width} x ${height}, text at ${text} %`).toEqual([]);
}

export async function resize(page: Page, [width, height, text]: Look): Promise<void> {
  // In this order: a window that changes is asked for its size in rem, text that changes is not.
  await setTextSize(page, text);
  await page.setViewportSize({ width, height });
  // What follows the size of something else has followed it in the second frame.
  await waitForFrames(page);
}

// Runs in the page, so that everything it needs is inside.
function findFaults(measured: boolean): string[] {
  type Box = { left: number; top: number; right: number; bottom: number };
  type Piece = { box: Box; of: Element; layer: Element | null; words: string };
  const slack = 1;
  const longWord = 16; // letters, from which on no phone has room for large ones
  const width = document.documentElement.clientWidth;
  const height = window.innerHeight;
  const faults = new Set<string>();
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].filter((each) =>
    each.checkVisibility(),
  );
  const root = dialogs.at(-1) ?? document.body;
  const all = [...root.querySelectorAll('*')];

  /** What is asked of the same element over and over is worked out once. */
  const once = <T>(find: (element: Element) => T) => {
    const known = new Map<Element, T>();
    return (element: Element): T => {
      if (!known.has(element)) known.set(element, find(element));
      return known.get(element)!;
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
  // Bars that stay while the page scrolls lie over it by design; each is looked at by itself.
  const layerOf = (element: Element) =>
    ancestors(element).find((each) => /fixed|sticky/.test(styleOf(each).position)) ?? null;
  const clips = (style: CSSStyleDeclaration) =>
    /hidden|clip/.test(style.overflowX) ||
    style.contentVisibility === 'auto' ||
    /paint|content|strict/.test(style.contain);
  const scrolls = (style: CSSStyleDeclaration) => /auto|scroll/.test(`${style.overflowX} ${style.overflowY}`);
  // For screen readers, or for later: a box of nothing that hides what is in it.
  const isPutAway = once((element) => {
    const { width, height } = boxOf(element);
    return Math.min(width, height) <= slack && clips(styleOf(element));
  });
  const isInScroller = (element: Element) =>
    ancestors(element).some((each) => each !== element && each !== document.body && scrolls(styleOf(each)));
  const isPainted = (style: CSSStyleDeclaration) =>
    style.display !== 'inline' &&
    (!/^rgba\(.*, 0\)$|transparent/.test(style.backgroundColor) || style.borderTopWidth !== '0px');

  /** The part of a box that can be seen, and what is wrong with it. */
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
        if (out > slack) faults.add(`spills out: "${words}" of ${nameOf(each)} by ${out.toFixed(1)} px`);
        holder = true;
      }
      if (style.position === 'fixed') break;
    }
    if (seen.left < -slack || seen.right > width + slack) faults.add(`outside of the screen: "${words}"`);
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
        // From the top of a capital to a little below the line: what is above and below is air that lines may share.
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
        faults.add(`one over the other: "${a.words}" and "${b.words}"`);
      }
    }
  }

  /** What lies over the middle of a target; null when nothing does. */
  function coverOf(target: Element): Element | null {
    const box = target.getClientRects()[0];
    if (!box) return null;
    const at = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (!at) return document.documentElement;
    // A passing word may lie over anything: it goes.
    if (at.closest('[role=status], [role=alert], [aria-live]')) return null;
    return at === target || target.contains(at) || at.contains(target) || at.closest('label')?.contains(target)
      ? null
      : at;
  }

  const targets = [...root.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .map((each) => each.closest('label') ?? each)
    .filter((each) => isSeen(each) && styleOf(each).pointerEvents !== 'none');

  /** Where a tap counts: the box itself, and what it draws around itself for the thumb. */
  function areaOf(target: Element): { wide: number; high: number } {
    const own = boxOf(target);
    // What it draws is placed in the nearest box that is not static: its own, or a whole row.
    const holder = boxOf(ancestors(target).find((each) => styleOf(each).position !== 'static') ?? target);
    const drawn = ['::before', '::after']
      .map((part) => getComputedStyle(target, part))
      .filter(({ content, position }) => content !== 'none' && position === 'absolute')
      .map(({ left, right, top, bottom }) => ({
        wide: holder.width - Number.parseFloat(left) - Number.parseFloat(right),
        high: holder.height - Number.parseFloat(top) - Number.parseFloat(bottom),
      }));
    const widest = (side: 'wide' | 'high', least: number) => Math.max(least, ...drawn.map((each) => each[side] || 0));
    return { wide: widest('wide', own.width), high: widest('high', own.height) };
  }

  /** One side as long as a fingertip is wide, the other at least 24 px; a link in a sentence is as high as its line. */
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
      if (over) faults.add(`cannot be tapped: ${nameOf(target)} is under ${nameOf(over)}`);
    }
    window.scrollTo({ left: from.x, top: from.y, behavior: 'instant' });
  }

  /** What is fixed belongs on the screen, and what sticks to it belongs beside what is fixed. */
  function findBars() {
    const at = (position: string) =>
      all.filter((each) => styleOf(each).position === position && isSeen(each) && !isInScroller(each));
    const fixed = at('fixed').filter((each) => styleOf(each).pointerEvents !== 'none');
    for (const each of fixed) {
      const { top, bottom } = boxOf(each);
      if (top < -slack || bottom > height + slack) faults.add(`fixed outside of the screen: ${nameOf(each)}`);
    }
    for (const each of at('sticky')) {
      const over = fixed.find((bar) => !isEmpty(meet(boxOf(bar), boxOf(each))));
      if (over) faults.add(`sticks under ${nameOf(over)}: ${nameOf(each)}`);
    }
  }

  /** Rows of tabs and tables may scroll sideways in themselves; what scrolls down may not do both. */
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
