import { formatMoney } from '@glasshouse/kit/format.ts';
import { addDecimal, compareDecimal, subtractDecimal, tidyDecimal } from '@glasshouse/protocol/decimal';
import { useHidden } from '../lib/hidden.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import styles from './FromFunding.module.css';

type FromFundingProps = {
  /** The id of the sentence that says what is missing, for the buttons it keeps disabled. */
  id: string;
  wallet: 'contract' | 'options' | 'spot';
  /** What comes from Funding with the order, if anything. */
  move: string | undefined;
  /** By how much the wallet and Funding are short together, and the sentence that says so; undefined when they are not. */
  missing: { by: string; text: string } | undefined;
};

/** What an order takes from Funding beside its wallet; or that both do not cover it, and the way to another wallet. */
export function FromFunding({ id, wallet, move, missing }: FromFundingProps) {
  const { t } = useWords();
  const hidden = useHidden();
  if (missing !== undefined)
    return (
      <div className={styles.short}>
        <p id={id}>{hidden ? t('assets.notEnough') : missing.text}</p>
        <ButtonLink small to={`/assets/transfer?to=${wallet}${hidden ? '' : `&amount=${missing.by}`}`} state="back">
          {t('contract.fromOther')}
        </ButtonLink>
      </div>
    );
  if (!move) return null;
  return (
    <p className={styles.move} role="status">
      {t('contract.fromFunding', { amount: hidden ? '••••' : formatMoney(move) })}
    </p>
  );
}

/** What a wallet and Funding hold together; undefined until known. */
export const together = (held: string | undefined, fund: string | undefined): string | undefined =>
  held === undefined || fund === undefined ? undefined : tidyDecimal(addDecimal(held, fund));

/** What an order takes from Funding: exactly what its wallet lacks, where both together cover it. */
export function drawOf(amount: string, held: string | undefined, fund: string | undefined): string | undefined {
  const all = together(held, fund);
  if (all === undefined || compareDecimal(amount, held!) <= 0 || compareDecimal(amount, all) > 0) return undefined;
  return tidyDecimal(subtractDecimal(amount, held!));
}
