import { saveText } from '@glasshouse/kit/save-file.ts';
import { utcDay } from '@glasshouse/protocol/utc-day';
import { useMutation } from '@tanstack/react-query';
import { serverNow } from '../lib/server-clock.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { List, Row } from '../ui/Row.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { showToast } from '../ui/toast.ts';
import styles from './Holdings.module.css';
import { fetchYear } from './year.ts';

const shownYears = 5;

/** The statement of a chosen year. */
export function YearSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useWords();
  const last = Number(utcDay(serverNow()).slice(0, 4));
  const csv = useMutation({
    mutationFn: fetchYear,
    onSuccess: (text, year) => {
      const name = `wealth-simulated-${year}.csv`;
      saveText({ name, text });
      onClose();
      showToast({ kind: 'success', text: t('wealth.year.saved', { name }) });
    },
  });
  return (
    <Sheet open={open} onClose={onClose} title={t('wealth.year.title')}>
      <div className={styles.years}>
        <p>{t('wealth.year.text')}</p>
        <Card>
          <List label={t('wealth.year.title')}>
            {Array.from({ length: shownYears }, (_, ago) => last - ago)
              .filter((year) => year >= 2026)
              .map((year) => (
                <Row
                  key={year}
                  icon="download"
                  title={String(year)}
                  onPress={() => csv.isPending || csv.mutate(year)}
                />
              ))}
          </List>
        </Card>
      </div>
    </Sheet>
  );
}
