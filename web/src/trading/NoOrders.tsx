import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';

/** The text for an empty list, and a link to where an order can be placed. */
export type Nothing = { title: string; text: string; action: { label: string; to: string } };
type NoOrdersProps = Nothing & {
  /** Whether filters hide existing orders. */
  narrowed: boolean;
  onClear: () => void;
};

/** Says that there are no orders, or none that match the filters. */
export function NoOrders({ narrowed, onClear, title, text, action }: NoOrdersProps) {
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
      text={text}
      action={
        <ButtonLink small kind="soft" to={action.to}>
          {action.label}
        </ButtonLink>
      }
    />
  );
}
