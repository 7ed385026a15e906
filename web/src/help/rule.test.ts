import { readFileSync } from 'node:fs';
import {
  breakEvenOf,
  type ContractAgreement,
  dueSlot,
  evenOdds,
  lateAfter,
  type Outcome,
  type Price,
  settle,
} from '@glasshouse/protocol/contracts/settle';
import { type Locale, locales } from '@glasshouse/protocol/locales';
import { formatUnits, parseUnits } from '@glasshouse/protocol/money';
import { wordsOf } from '@glasshouse/words/read';
import { describe, expect, test } from 'vitest';
import { type Block, blocksOf } from './markdown.tsx';

// The help's examples of the rule are computed with the rule itself, in every language, so that the texts can't drift
// from it.

const outcomes: Outcome[] = ['win', 'lose', 'draw', 'void'];
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const tablesIn = (blocks: Block[]) => blocks.flatMap((block) => (block.kind === 'table' ? [block.rows] : []));
const bulletsIn = (blocks: Block[]) => blocks.flatMap((block) => (block.kind === 'bullets' ? block.items : []));
const paragraphsIn = (blocks: Block[]) => blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []));
const numbersIn = (text: string) =>
  [...text.matchAll(/\d[\d,]*(\.\d+)?/g)].map(([figure]) => figure.replaceAll(',', ''));
const priceOf = (text: string) => BigInt(text.replaceAll(/[,.]/g, ''));
const slotOf = (text: string) => Number(text.replaceAll(',', ''));

/** Settles by ticks in exactly these two slots. */
function decided(agreed: ContractAgreement, entry: Price, exit: Price): { outcome: Outcome; payout: string } {
  const { outcome, payout } = settle(agreed, [entry, exit], exit.slot + lateAfter)!;
  return { outcome, payout: formatUnits(payout, 'USDT') };
}

describe.each(locales)('the rule in %s', (locale: Locale) => {
  const blocks = blocksOf(read(`./text/results.${locale}.md`));
  const { contract } = wordsOf('contracts', 'app', locale) as { contract: { long: string; short: string } };
  const [prices, late] = tablesIn(blocks);
  const bullets = bulletsIn(blocks);
  const named = new Map(bullets.map((item, place) => [/^\*\*(.+?)\*\*/.exec(item)![1]!, outcomes[place]!]));
  const directions = new Map(
    [contract.long, contract.short].map((word, place) => [word, place ? 'short' : 'long'] as const),
  );
  const intro = paragraphsIn(blocks).find((text) => text.includes('USDT') && text.includes('%'))!;
  const [stake, seconds, percent, head, due] = numbersIn(intro) as [string, string, string, string, string];
  const order: ContractAgreement = {
    rule: 1,
    direction: 'long',
    seconds: Number(seconds),
    stake: parseUnits(stake, 'USDT')!,
    returnBp: Number(percent) * 100,
    headSlot: Number(head),
  };

  test('names the four outcomes, the slots that are too late, and the slot in which the example is due', () => {
    expect([...named.values()]).toEqual(outcomes);
    expect(numbersIn(bullets[3]!)).toEqual([String(lateAfter), String(lateAfter)]);
    expect(Number(due)).toBe(dueSlot(order));
  });

  test('settles the examples by their prices as the rule does', () => {
    expect(prices!).toHaveLength(6);
    for (const [direction, entry, exit, outcome, payout] of prices! as [string, string, string, string, string][]) {
      const agreed = { ...order, direction: directions.get(direction)! };
      expect(agreed.direction, direction).toBeDefined();
      const result = decided(
        agreed,
        { slot: order.headSlot + 1, price: priceOf(entry) },
        { slot: dueSlot(order), price: priceOf(exit) },
      );
      expect({ outcome: named.get(outcome), payout }).toEqual(result);
    }
  });

  test('settles the examples with late ticks as the rule does', () => {
    expect(late!).toHaveLength(4);
    for (const [entry, exit, outcome, payout] of late! as [string, string, string, string][]) {
      const result = decided(order, { slot: slotOf(entry), price: 100n }, { slot: slotOf(exit), price: 101n });
      expect({ outcome: named.get(outcome), payout }).toEqual(result);
    }
  });

  test('gives the same figures for options as in English', () => {
    const figures = (language: Locale) => numbersIn(read(`./text/options.${language}.md`)).toSorted();
    expect(figures('en-US')).toContain('102000');
    for (const figure of ['4', '104', '100', '102000', '23']) expect(figures(locale)).toContain(figure);
  });

  test('gives the actual odds', () => {
    const [table] = tablesIn(blocksOf(read(`./text/odds.${locale}.md`)));
    expect(table!).toHaveLength(5);
    for (const [percent, breakEven, average] of table! as [string, string, string][]) {
      const returnBp = Number(numbersIn(percent)[0]) * 100;
      const exact = 100_000_000 / (10_000 + returnBp);
      expect(breakEven).toBe(`${(Math.ceil(exact / 10) / 10).toFixed(1)}${locale === 'fr-FR' ? '\u00a0' : ''}%`);
      expect(breakEvenOf(returnBp)).toBe(Math.ceil(exact));
      const mean = formatUnits(evenOdds({ stake: parseUnits('100', 'USDT')!, returnBp }), 'USDT');
      expect(average.replace('\u2212', '-')).toBe(mean);
    }
  });
});
