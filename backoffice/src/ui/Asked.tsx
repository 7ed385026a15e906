import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from './Button.tsx';
import { Blank, Bones } from './Table.tsx';

type AskedProps<T> = { of: UseQueryResult<T>; rows?: number; children: (data: T) => ReactNode };

/** What was asked for: on its way, failed with one retry, or there. */
export function Asked<T>({ of, rows, children }: AskedProps<T>) {
  const { t } = useWords();
  if (of.data !== undefined) return children(of.data);
  if (of.isPending) return <Bones {...(rows !== undefined && { rows })} />;
  return (
    <Blank title={t('ui.failed')}>
      <span role="alert">{sentenceOf(of.error)}</span>
      <Button icon="refresh" onClick={() => of.refetch()}>
        {t('ui.retry')}
      </Button>
    </Blank>
  );
}
