import type { Tone } from '@glasshouse/kit/Tag.tsx';
import type { Version } from '../lib/products.ts';

export const states = ['published', 'draft', 'closed'] as const;
export const tones: Record<Version['state'], Tone> = { published: 'ok', draft: 'amber', closed: 'neutral' };
