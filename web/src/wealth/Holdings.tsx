import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { DayList } from '../ui/DayList.tsx';
import { Empty } from '../ui/Empty.tsx';
import { HoldingRow } from './HoldingRow.tsx';
import { type Choice, useHoldings } from './wealth.ts';

/** The orders that match the filters, grouped by the day of purchase. */
export function Holdings({ choice, onClear }: { choice: Choice; onClear: () => void }) {
  const { t } = useWords();
  return (
    <DayList
      of={useHoldings(choice)}
      listOf={({ list }) => list.map((holding) => ({ ...holding, at: holding.boughtAt }))}
      failed={{ title: t('wealth.listFailed'), text: t('wealth.failedText') }}
      nothing={<Nothing narrowed={Boolean(choice.kind || choice.state)} onClear={onClear} />}
    >
      {(holding) => <HoldingRow holding={holding} />}
    </DayList>
  );
}

function Nothing({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  const { t } = useWords();
  if (narrowed) {
    return (
      <Empty
        title={t('wealth.noMatch')}
        action={
          <Button small kind="soft" onClick={onClear}>
            {t('wealth.clear')}
          </Button>
        }
      />
    );
  }
  return (
    <Empty
      title={t('wealth.emptyTitle')}
      text={t('wealth.emptyText')}
      action={
        <ButtonLink small kind="soft" to="/financial">
          {t('wealth.toProducts')}
        </ButtonLink>
      }
    />
  );
}
