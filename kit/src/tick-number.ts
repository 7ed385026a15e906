import { slotsPerDay } from '@glasshouse/protocol/market/tape';
import { formatWhole } from './format.ts';

/** A tick's number within its UTC day, as people say it; the tape's own slot numbers go back to 1970. */
export const tickNumber = (slot: number): string => formatWhole(slot % slotsPerDay);
