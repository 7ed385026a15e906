import { formatUsdt, parseUnits } from '@glasshouse/protocol/money';
import { useAccount } from '../lib/account.ts';
import { useWords } from '../lib/words.tsx';
import { MoveIn } from '../trading/MoveIn.tsx';
import { moneyText } from './reckon.ts';
import type { Obstacle, useMoney } from './use-size.ts';

type ShortOfProps = {
  premium: bigint;
  money: ReturnType<typeof useMoney>;
  obstacle: Obstacle | undefined;
  onLeave: () => void;
};

/** What the options wallet lacks for a premium, and one tap that brings it. */
export function ShortOf({ premium, money, obstacle, onLeave }: ShortOfProps) {
  const { t } = useWords();
  const { user } = useAccount();
  if (!user) return null;
  const by = obstacle?.kind === 'short' ? moneyText(parseUnits(obstacle.by, 'USDT') ?? 0n) : undefined;
  return (
    <MoveIn
      id="option-short"
      wallet="options"
      amount={formatUsdt(premium)}
      available={money.available}
      fund={money.fund}
      missing={by && t('option.missing', { by })}
      onLeave={onLeave}
    />
  );
}
