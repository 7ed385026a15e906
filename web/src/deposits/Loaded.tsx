import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Refused } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';

type LoadedProps<D> = { of: UseQueryResult<D>; until: ReactNode; children: (data: D) => ReactNode };

/** Renders content once it is loaded, and a placeholder or error until then. */
export function Loaded<D>({ of, until, children }: LoadedProps<D>) {
  const { t } = useWords();
  const { data, error, isFetching, refetch } = of;
  if (data !== undefined) return children(data);
  if (!error) return until;
  if (error instanceof Refused && (error.reason === 'not_found' || error.reason === 'bad_input'))
    return (
      <Empty
        title={t('deposits.none')}
        text={t('deposits.noneText')}
        action={<ButtonLink to="/pay/deposit">{t('titles.deposit')}</ButtonLink>}
      />
    );
  return (
    <LoadFailed of={{ error, isFetching, refetch }} title={t('deposits.failed')} text={t('deposits.failedText')} />
  );
}
