import { formatMoney } from '@glasshouse/kit/format.ts';
import { addDecimal, compareDecimal, subtractDecimal, tidyDecimal } from '@glasshouse/protocol/decimal';
import { useHidden } from '../lib/hidden.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import styles from './FromFunding.module.css';

type FromFundingProps = {
  /** The id of the message about the missing amount, for the buttons it disables. */
  id: string;
  wallet: 'contract' | 'options' | 'spot';
  /** The amount drawn from Funding, if any. */
  move: string | undefined;
  /** How much the wallet and Funding lack together, with a message; `undefined` if they suffice. */
  missing: { by: string; text: string } | undefined;
};

/**
 * Says how much an order draws from Funding in addition to its wallet. If both together don't suffice, links to another
 * wallet.
 */
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

/** The balance of a wallet and Funding together; `undefined` until loaded. */
export const together = (held: string | undefined, fund: string | undefined): string | undefined =>
  held === undefined || fund === undefined ? undefined : tidyDecimal(addDecimal(held, fund));

/** The amount an order draws from Funding: exactly the part its wallet lacks, if both together suffice. */
export function drawOf(amount: string, held: string | undefined, fund: string | undefined): string | undefined {
  const all = together(held, fund);
  if (all === undefined || compareDecimal(amount, held!) <= 0 || compareDecimal(amount, all) > 0) return undefined;
  return tidyDecimal(subtractDecimal(amount, held!));
}
