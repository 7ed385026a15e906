import type { CheckName } from '@glasshouse/protocol/orders/product';
import type { AnyReceipt } from '@glasshouse/protocol/orders/products';
import type { ReactNode } from 'react';
import type { WordKey } from '../../lib/words.tsx';

type Part<R> = R extends AnyReceipt
  ? Pick<R, 'product' | 'order' | 'headHash' | 'runs' | 'gap'> & Partial<Pick<R, 'slip' | 'postings' | 'log' | 'drawn'>>
  : never;
/**
 * The subject of receipt pages: a receipt, or the evidence for a practice order, which has no slip, postings or log
 * entry.
 */
export type ShownReceipt = Part<AnyReceipt>;
export type AnyOrder = ShownReceipt['order'];

/** The role of a tick for an order. */
export type MarkName = 'entry' | 'quote' | 'strike' | 'exit' | 'sale' | 'fill';
export type Mark = { of: MarkName; slot: number };

export type OrderPage<O> = { orders: O[]; next: string | null };

/** A product's part of the receipt pages. `registry.ts` lists all of them. */
export type ReceiptProduct<O extends AnyOrder = AnyOrder> = {
  askReceipt(request: { id: string; form: number }): Promise<AnyReceipt>;
  /** The user's orders, newest first. */
  listOrders(request: { before: string | undefined; limit: number }): Promise<OrderPage<O>>;
  /** The order, the ticks that decided it, and the arithmetic in one line. */
  OrderCard(props: { order: O }): ReactNode;
  /** The ticks that set the terms and the result of an order, oldest first. Ticks that don't exist are left out. */
  marks(order: O): Mark[];
  /** The slots around which the tape is shown, with or without a tick; `marked` are the slots of its marks. */
  shownAround(order: O, marked: number[]): number[];
  /** Titles of checks that differ from those of contracts. */
  checkTitles: Partial<Record<CheckName, WordKey>>;
  /** The figures of a check that differ between products; undefined if they are the same for all products. */
  figures(name: CheckName, receipt: Pick<ShownReceipt, 'gap' | 'postings'> & { order: O }): string | undefined;
  /** The agreed terms, in a few words. */
  agreedText(order: O): string;
  /** The result of an order that isn't void. */
  resultText(order: O): string;
  /** The currency of the payout. */
  payoutCurrency(order: O): string;
};

/** One mark, or none if there is no such tick. */
export const markOf = (of: MarkName, tick: { slot: number } | null): Mark[] => (tick ? [{ of, slot: tick.slot }] : []);
