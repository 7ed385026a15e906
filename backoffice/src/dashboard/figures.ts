import type { showDashboard } from '@glasshouse/protocol/backoffice/dashboard';
import type { Answer } from '../lib/call.ts';

export type Figures = Answer<typeof showDashboard>;

/** How long a bar is drawn; the words beside it are the exact amount. */
export const sizeOf = (decimal: string): number => Number(decimal);
