import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';

type NoOrdersProps = {
  /** Whether filters hide what there is. */
  narrowed: boolean;
  onClear: () => void;
  title: string;
  action: { label: string; to: string };
};

/** No order is there, or none that fits the filters. */
export function NoOrders({ narrowed, onClear, title, action }: NoOrdersProps) {
  const { t } = useWords();
  if (narrowed) {
    return (
      <Empty
        title={t('orders.noMatch')}
        text={t('orders.noMatchText')}
        action={
          <Button small kind="soft" onClick={onClear}>
            {t('orders.clear')}
          </Button>
        }
      />
    );
  }
  return (
    <Empty
      title={title}
      text={t('orders.emptyText')}
      action={
        <ButtonLink small kind="soft" to={action.to}>
          {action.label}
        </ButtonLink>
      }
    />
  );
}
