import { Tag } from '@glasshouse/kit/Tag.tsx';
import { useWords } from '../lib/words.tsx';

/** The level of an account. */
export function VipTag({ level }: { level: number }) {
  const { t } = useWords();
  return (
    <Tag tone="vip" icon="vip">
      {t('ui.vip', { level })}
    </Tag>
  );
}
