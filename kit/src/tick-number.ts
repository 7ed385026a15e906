import { slotsPerDay } from '@glasshouse/protocol/market/tape';
import { formatWhole } from './format.ts';

/** A tick's number within its UTC day, as displayed; the tape's slot numbers count from 1970. */
export const tickNumber = (slot: number): string => formatWhole(slot % slotsPerDay);
