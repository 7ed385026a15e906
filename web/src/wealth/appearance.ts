import type { IconName } from '@glasshouse/kit/Icon.tsx';
import type { Tone } from '@glasshouse/kit/Tag.tsx';
import type { HoldingState, ProductKind } from '@glasshouse/protocol/wealth/terms';

export const icons: Record<ProductKind, IconName> = { trust: 'finance', pledge: 'pledge', machine: 'machine' };
export const tones: Record<HoldingState, Tone> = {
  not_started: 'neutral',
  in_progress: 'brand',
  settling: 'amber',
  ended: 'ok',
};
