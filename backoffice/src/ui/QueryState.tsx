import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from './Button.tsx';
import { Blank, Bones } from './Table.tsx';

type QueryStateProps<T> = { of: UseQueryResult<T>; rows?: number; children: (data: T) => ReactNode };

/** Shows the data of a query, a placeholder while it loads, or its error with a retry button. */
export function QueryState<T>({ of, rows, children }: QueryStateProps<T>) {
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
