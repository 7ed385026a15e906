import { type ProductKind, productKinds } from '@glasshouse/protocol/wealth/terms';
import { useId } from 'react';
import { useAccount } from '../lib/account.ts';
import { loginPath } from '../lib/paths.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { Segments } from '../ui/Segments.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './Center.module.css';
import { Figure } from './Figure.tsx';
import { HoldingsSummary } from './HoldingsSummary.tsx';
import { ProductCard } from './ProductCard.tsx';
import { plain } from './sums.ts';
import { useProducts } from './wealth.ts';

type CenterProps = { kind: ProductKind; onKind: (kind: ProductKind) => void };

/** The amount a user has in products, and the offers by kind. */
export function Center({ kind, onKind }: CenterProps) {
  const { t } = useWords();
  const { user } = useAccount();
  const panel = useId();
  const pledged = useProducts().data?.pledged;
  return (
    <main className={styles.page}>
      {user ? (
        <HoldingsSummary kind={kind} pledged={pledged} />
      ) : (
        <Welcome pledged={kind === 'pledge' ? pledged : undefined} />
      )}
      <Segments
        label={t('wealth.kinds.label')}
        options={productKinds.map((value) => ({ value, label: t(`wealth.kinds.${value}`) }))}
        value={kind}
        onChange={onKind}
        panel={panel}
      />
      <div id={panel} role="tabpanel" aria-label={t(`wealth.kinds.${kind}`)} className={styles.list}>
        <Offered kind={kind} />
      </div>
    </main>
  );
}

function Offered({ kind }: { kind: ProductKind }) {
  const { t } = useWords();
  const { data, error, isFetching, refetch } = useProducts();
  if (!data && error) {
    return <LoadFailed of={{ error, isFetching, refetch }} title={t('wealth.failed')} text={t('wealth.failedText')} />;
  }
  if (!data) return <Waiting />;
  const offered = data.products.filter(({ terms }) => terms.kind === kind);
  if (offered.length === 0) return <Empty title={t('wealth.noneTitle')} text={t('wealth.noneText')} />;
  return (
    <>
      {offered.map((product) => (
        <ProductCard key={`${product.product} ${product.version}`} product={product} />
      ))}
      <p className={styles.note}>{t(`wealth.about.${kind}`)}</p>
    </>
  );
}

/** Has the height of the cards. */
function Waiting() {
  const { t } = useWords();
  return (
    <div role="status" aria-busy="true" className={styles.list}>
      <span className="vh">{t('ui.loading')}</span>
      {Array.from({ length: 3 }, (_, place) => (
        <Skeleton key={place} height={147} radius={16} />
      ))}
    </div>
  );
}

/** Shown to visitors instead of their own figures: the guarantees, and links to log in or register. */
function Welcome({ pledged }: { pledged: string | undefined }) {
  const { t } = useWords();
  return (
    <section className={styles.welcome} aria-label={t('wealth.inProducts')}>
      <p>{t('wealth.visitor')}</p>
      <div className={styles.welcomeEnd}>
        <ButtonLink small to={loginPath('/financial')}>
          {t('app.logIn')}
        </ButtonLink>
        {pledged !== undefined && <Figure label={t('wealth.allPledged')}>{plain(pledged)}</Figure>}
      </div>
    </section>
  );
}
