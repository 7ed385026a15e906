import type { Quote } from '@glasshouse/protocol/options/calls';
import { practiceOpening } from '../../trading/practice/opening.ts';
import { optionPractice } from '../../trading/practice/options.ts';
import { sayOpened } from '../opened.ts';
import { practiceOption } from './order.ts';

/** Buys an option on this device. */
export const optionOpening = (onOpened: () => void) =>
  practiceOpening(
    { orders: optionPractice, make: (quote: Quote, head, now) => practiceOption(quote, head, now), sayOpened },
    onOpened,
  );
