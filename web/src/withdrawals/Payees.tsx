import { serverNow } from '../lib/server-clock.ts';
import { useWords, Words } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { List, Row } from '../ui/Row.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { placeOf } from './PayeeLines.tsx';
import type { Form } from './withdrawals.ts';

type Saved = Form['payees'][number];
type PayeesProps = {
  open: boolean;
  payees: readonly Saved[];
  /** Whether payees in their waiting period can't be chosen. */
  limited: boolean;
  onClose: () => void;
  onChoose: (payee: Saved['payee']) => void;
};

/** The saved payees to choose from. Payees in their waiting period are shown with its end. */
export function Payees({ open, payees, limited, onClose, onChoose }: PayeesProps) {
  const { t } = useWords();
  return (
    <Sheet open={open} onClose={onClose} title={t('withdrawals.saved')}>
      <Card>
        <List>
          {payees.map((saved) => (
            <Choice key={saved.id} saved={saved} limited={limited} onChoose={onChoose} />
          ))}
        </List>
      </Card>
    </Sheet>
  );
}

type ChoiceProps = Pick<PayeesProps, 'limited' | 'onChoose'> & { saved: Saved };

function Choice({ saved: { name, payee, usableAt }, limited, onChoose }: ChoiceProps) {
  const row = { icon: payee.to === 'address' ? 'withdraw' : 'doc', title: name } as const;
  if (limited && Date.parse(usableAt) > serverNow()) {
    return (
      <Row {...row} sub={<Words k="withdrawals.payees.usableFrom" time={<TimeText at={usableAt} part="clear" />} />} />
    );
  }
  return <Row {...row} sub={<bdi>{placeOf(payee)}</bdi>} onPress={() => onChoose(payee)} />;
}
