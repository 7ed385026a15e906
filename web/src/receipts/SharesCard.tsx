import type { Share } from '@glasshouse/protocol/shares/calls';
import { useId } from 'react';
import { Link } from '../lib/router.tsx';
import { useWords, Words } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { copyText } from '../ui/copy-text.ts';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { SkeletonCards } from '../ui/Skeleton.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { receiptPath } from './receipt.ts';
import styles from './SharesCard.module.css';
import { shareLink, useShares } from './shares.ts';
import { TakeBackButton } from './TakeBackButton.tsx';

/** The shared receipts, each with its expiry. */
export function SharesCard() {
  const { t } = useWords();
  const id = useId();
  const { data, isPending, isFetching, error, refetch } = useShares();
  if (isPending) return <SkeletonCards />;
  if (!data) return <LoadFailed of={{ error, isFetching, refetch }} title={t('receipt.share.listFailed')} />;
  return (
    <Card pad aria-labelledby={id} className={styles.card}>
      <h2 id={id}>{t('receipt.share.list')}</h2>
      <p className={styles.lead}>{t(data.length > 0 ? 'receipt.share.after' : 'receipt.share.none')}</p>
      {data.length > 0 && (
        <ul>
          {data.map((share) => (
            <Shared key={share.token} share={share} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The time in an order's id, which was made from the server's time. */
const orderedAt = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

function Shared({ share }: { share: Share }) {
  const { t } = useWords();
  const { product, id, named, at } = share;
  return (
    <li className={styles.shared}>
      <Link to={receiptPath(product, id)}>
        {t(`receipt.share.products.${product}`)} · <TimeText at={orderedAt(id)} part="clear" />
      </Link>
      <small>
        <Words
          k={named ? 'receipt.share.sinceNamed' : 'receipt.share.since'}
          time={<TimeText at={at} part="clear" />}
        />
      </small>
      <div className={styles.acts}>
        <Button small kind="line" icon="copy" onClick={() => void copyText(shareLink(share))}>
          {t('receipt.share.copy')}
        </Button>
        <TakeBackButton share={share} />
      </div>
    </li>
  );
}
