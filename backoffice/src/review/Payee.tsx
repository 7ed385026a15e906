import { Tag } from '@glasshouse/kit/Tag.tsx';
import { judgeAddress } from '@glasshouse/protocol/withdrawals/judge';
import type { PayeeDetails } from '@glasshouse/protocol/withdrawals/office';
import { useWords } from '../lib/words.tsx';
import { Fact, KeyValues } from '../ui/KeyValues.tsx';
import { UserLink } from '../ui/UserLink.tsx';

type Address = Extract<PayeeDetails['payee'], { to: 'address' }>;
type Bank = Extract<PayeeDetails['payee'], { to: 'bank' }>;

/** The payee of a withdrawal, the other users who sent money there, and the warnings the user saw. */
export function Payee({ details: { payee, usedBefore, others } }: { details: PayeeDetails }) {
  const { t } = useWords();
  const { to: _, ...where } = payee;
  const pairs = Object.entries(where) as [Exclude<keyof Address | keyof Bank, 'to'>, string][];
  return (
    <KeyValues pairs={pairs.map(([field, value]) => [t(`withdrawals.${field}`), value] as const)}>
      {payee.to === 'address' && (
        <Fact label={t('withdrawals.networkCheck')}>
          <NetworkCheck address={payee.address} network={payee.network} />
        </Fact>
      )}
      <Fact label={t('withdrawals.usedBefore')}>
        {usedBefore > 0 ? usedBefore : <Tag tone="amber">{t('withdrawals.newPayee')}</Tag>}
      </Fact>
      <Fact label={t('withdrawals.others')}>
        {others.length === 0
          ? t('withdrawals.nobody')
          : others.map(({ number, times }) => (
              <Tag key={number} tone="amber">
                <UserLink number={number}>{t('withdrawals.times', { number, times })}</UserLink>
              </Tag>
            ))}
      </Fact>
      <Fact label={t('withdrawals.warned')}>
        {payee.to === 'address' ? (
          <>
            <p>{t('withdrawals.warnings.address')}</p>
            <p>{t('withdrawals.warnings.network', { network: payee.network })}</p>
          </>
        ) : (
          t('withdrawals.warnings.bank')
        )}
      </Fact>
    </KeyValues>
  );
}

/** The form refuses an address of another network; this shows the reviewer that it still matches. */
function NetworkCheck({ address, network }: Pick<Address, 'address' | 'network'>) {
  const { t } = useWords();
  return 'problem' in judgeAddress(address, network) ? (
    <Tag tone="error" icon="alert">
      {t('withdrawals.networkDiffers', { network })}
    </Tag>
  ) : (
    <Tag tone="ok" icon="check">
      {t('withdrawals.networkFits')}
    </Tag>
  );
}
