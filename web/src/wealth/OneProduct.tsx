import type { ReactNode } from 'react';
import { Refused } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { SkeletonCards } from '../ui/Skeleton.tsx';
import { type Product, useProduct } from './wealth.ts';

type OneProductProps = {
  product: number | undefined;
  version: number | undefined;
  children: (product: Product) => ReactNode;
};

/** The product in an address, or why it can't be shown. */
export function OneProduct({ product, version, children }: OneProductProps) {
  const { t } = useWords();
  const { data, error, isFetching, refetch } = useProduct(product, version);
  if (data) return children(data.product);
  if (product === undefined || (error instanceof Refused && error.code === 404)) {
    return (
      <Empty
        title={t('wealth.noProduct')}
        action={
          <ButtonLink small kind="soft" to="/financial">
            {t('wealth.toProducts')}
          </ButtonLink>
        }
      />
    );
  }
  if (error) {
    return (
      <LoadFailed of={{ error, isFetching, refetch }} title={t('wealth.oneFailed')} text={t('wealth.failedText')} />
    );
  }
  return <SkeletonCards />;
}
