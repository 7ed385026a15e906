import type { Direction } from '@glasshouse/protocol/contracts/settle';
import { t } from '../lib/words.tsx';
import type { Side } from '../trading/SideTag.tsx';

/** Long or short as a label and a direction. */
export const sideOf = ({ direction }: { direction: Direction }): Side => ({
  way: direction === 'long' ? 'up' : 'down',
  name: t(`contract.${direction}`),
});
