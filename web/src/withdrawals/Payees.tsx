import type { removePayee } from '@glasshouse/protocol/withdrawals/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { assetsKey } from '../lib/assets.ts';
import { call, sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Note } from '../ui/Note.tsx';
import { List, Row } from '../ui/Row.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import styles from './Withdrawals.module.css';
import type { Form } from './withdrawals.ts';

type Saved = Form['payees'][number];
type PayeesProps = {
  open: boolean;
  payees: readonly Saved[];
  onClose: () => void;
  onChoose: (payee: Saved['payee']) => void;
};

/** The payees that were kept: one is chosen, or forgotten. */
export function Payees({ open, payees, onClose, onChoose }: PayeesProps) {
  const { t } = useWords();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: string) => call<typeof removePayee>('POST', '/index/withdraw/removePayee', { id }),
    meta: { quiet: true },
    onSettled: () => queries.invalidateQueries({ queryKey: assetsKey }),
  });
  return (
    <Sheet open={open} onClose={onClose} title={t('withdrawals.saved')}>
      {remove.error && (
        <Note tone="error" role="alert">
          {sentenceOf(remove.error)}
        </Note>
      )}
      {payees.length === 0 && <p className={styles.quiet}>{t('withdrawals.noneSaved')}</p>}
      <Card>
        <List>
          {payees.map(({ id, name, payee }) => (
            <div key={id} className={styles.saved}>
              <Row
                icon={payee.to === 'address' ? 'withdraw' : 'doc'}
                title={name}
                sub={
                  payee.to === 'address'
                    ? `${payee.network} · ${payee.address}`
                    : `${payee.bankName} · ${payee.account}`
                }
                onPress={() => onChoose(payee)}
              />
              <IconButton
                icon="trash"
                size={18}
                label={t('withdrawals.forget', { name })}
                aria-busy={remove.isPending}
                onClick={() => remove.isPending || remove.mutate(id)}
              />
            </div>
          ))}
        </List>
      </Card>
    </Sheet>
  );
}
