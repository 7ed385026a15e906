import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';

/** What is said where there is no order yet, and where one can be placed. */
export type Nothing = { title: string; text: string; action: { label: string; to: string } };
type NoOrdersProps = Nothing & {
  /** Whether filters hide what there is. */
  narrowed: boolean;
  onClear: () => void;
};

/** No order is there, or none that fits the filters. */
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
