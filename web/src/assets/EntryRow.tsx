import { formatTime } from '@glasshouse/kit/format.ts';
import type { IconName } from '@glasshouse/kit/Icon.tsx';
import type { Kind } from '@glasshouse/protocol/ledger/books';
import { useWords, Words } from '../lib/words.tsx';
import { Mark } from '../ui/Mark.tsx';
import { Row } from '../ui/Row.tsx';
import styles from './Assets.module.css';
import { Figure } from './Figure.tsx';
import type { Entry } from './statement.ts';

const icons: Record<Kind, IconName> = {
  wallet_transfer: 'transfer',
  exchange: 'refresh',
  member_transfer: 'user',
  correction: 'doc',
  top_up: 'deposit',
  withdrawal_hold: 'withdraw',
  withdrawal_return: 'withdraw',
  withdrawal_paid: 'withdraw',
  vip_deposit: 'vip',
  vip_refund: 'vip',
  spot_buy: 'market',
  spot_sell: 'market',
  spot_return: 'market',
  contract_stake: 'contract',
  contract_payout: 'contract',
  contract_result: 'contract',
  option_premium: 'clock',
  option_payout: 'clock',
  option_result: 'clock',
  product_principal: 'finance',
  product_redemption: 'finance',
  machine_price: 'machine',
  welcome_grant: 'flag',
  invitation_reward: 'invite',
  lower_level_income: 'invite',
  product_income: 'finance',
};

/** Both sides of a posting in one sentence. */
export function useLegs(): (entry: Entry) => string {
  const { t } = useWords();
  return ({ legs: [from, to] }) =>
    t('assets.fromTo', { from: t(`assets.sides.${from!.account}`), to: t(`assets.sides.${to!.account}`) });
}

type EntryRowProps = {
  entry: Entry;
  /** Represents both sides of a move between the user's own wallets, which is neither a gain nor a loss. */
  isMove: boolean;
  onPress: () => void;
};
/** One posting: its kind, its two sides, and its effect on the account. */
export function EntryRow({ entry, isMove, onPress }: EntryRowProps) {
  const { t } = useWords();
  const legs = useLegs();
  return (
    <Row
      onPress={onPress}
      lead={<Mark icon={icons[entry.kind]} top />}
      title={
        <span className={styles.first}>
          {t(`assets.kinds.${entry.kind}`)}
          <b>
            <Figure amount={isMove ? entry.legs[1]!.amount : entry.amount} currency={entry.currency} signed={!isMove} />
          </b>
        </span>
      }
      sub={
        <>
          <span className={styles.legs}>{legs(entry)}</span>
          {formatTime(entry.at, 'time')} ·{' '}
          <Words
            k="assets.balanceAfter"
            wallet={t(`assets.wallets.${entry.wallet}`)}
            amount={<Figure amount={entry.balance} currency={entry.currency} />}
          />
        </>
      }
    />
  );
}
