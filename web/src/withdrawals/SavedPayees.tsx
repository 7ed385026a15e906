import { Tag } from '@glasshouse/kit/Tag.tsx';
import type { removePayee } from '@glasshouse/protocol/withdrawals/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { assetsKey } from '../lib/assets.ts';
import { call } from '../lib/call.ts';
import { serverNow } from '../lib/server-clock.ts';
import { useWords, Words } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { List } from '../ui/Row.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { showToast } from '../ui/toast.ts';
import { placeOf } from './PayeeLines.tsx';
import styles from './Withdrawals.module.css';
import type { Saved } from './withdrawals.ts';

type One = Saved['payees'][number];

/** The saved payees, each with the time from which it can be used. Removing one takes effect at once. */
export function SavedPayees({ saved }: { saved: Saved }) {
  const { payees, savedOnly } = saved;
  const { t } = useWords();
  const queries = useQueryClient();
  // The payee to remove; kept while the dialog closes.
  const [removing, setRemoving] = useState<One>();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useMutation({
    mutationFn: (id: string) => call<typeof removePayee>('POST', '/index/withdraw/removePayee', { id }),
    onSuccess: () => showToast({ kind: 'success', text: t('withdrawals.payees.removed') }),
    onSettled: async () => {
      setIsAsking(false);
      await queries.invalidateQueries({ queryKey: assetsKey });
    },
  });
  return (
    <>
      <Card>
        <List label={t('withdrawals.payees.yours')}>
          {payees.map((one) => (
            <PayeeItem
              key={one.id}
              one={one}
              limited={savedOnly.on}
              onRemove={() => {
                setRemoving(one);
                setIsAsking(true);
              }}
            />
          ))}
        </List>
      </Card>
      <ConfirmDialog
        open={isAsking}
        title={t('withdrawals.payees.removeTitle', { name: removing?.name ?? '' })}
        text={removing && <Removal one={removing} saved={saved} />}
        confirm={t('withdrawals.payees.remove')}
        danger
        busy={remove.isPending}
        onConfirm={() => removing && remove.mutate(removing.id)}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}

/** The consequences of removing one: without another usable payee, nothing can be withdrawn while the limit is on. */
function Removal({ one, saved: { payees, savedOnly } }: { one: One; saved: Saved }) {
  const { t } = useWords();
  const now = serverNow();
  const others = payees.filter(({ id }) => id !== one.id).map(({ usableAt }) => usableAt);
  if (!savedOnly.on || others.some((usableAt) => Date.parse(usableAt) <= now))
    return t('withdrawals.payees.removeText');
  const [until] = [...others, ...(savedOnly.endsAt ? [savedOnly.endsAt] : [])].toSorted();
  if (until === undefined) return t('withdrawals.payees.removeBlocks');
  return <Words k="withdrawals.payees.removeBlocksUntil" time={<TimeText at={until} part="clear" />} />;
}

type ItemProps = { one: One; limited: boolean; onRemove: () => void };

function PayeeItem({ one: { name, payee, usableAt }, limited, onRemove }: ItemProps) {
  const { t } = useWords();
  const waits = Date.parse(usableAt) > serverNow();
  const from = limited ? 'withdrawals.payees.usableFrom' : 'withdrawals.payees.usableFromIfOn';
  return (
    <div className={styles.item}>
      <div className={styles.itemWords}>
        <span className={styles.itemName}>
          <bdi>{name}</bdi>
          {limited && (
            <Tag tone={waits ? 'amber' : 'ok'}>
              {t(waits ? 'withdrawals.payees.waits' : 'withdrawals.payees.usable')}
            </Tag>
          )}
        </span>
        <bdi className={styles.code}>{placeOf(payee)}</bdi>
        {waits && (
          <small>
            <Words k={from} time={<TimeText at={usableAt} part="clear" />} />
          </small>
        )}
      </div>
      <Button small kind="soft" aria-label={t('withdrawals.payees.removeNamed', { name })} onClick={onRemove}>
        {t('withdrawals.payees.remove')}
      </Button>
    </div>
  );
}
