import { useAccount } from '../lib/account.ts';
import { useLocation } from '../lib/router.tsx';
import { useSite } from '../lib/site.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Note } from '../ui/Note.tsx';
import styles from './Receipt.module.css';
import { ReceiptPage } from './ReceiptPage.tsx';
import { useSharedReceipt } from './receipt.ts';

/** Where a shared link leads: the same receipt as its owner sees, recomputed by whoever opens it. */
export function SharedScreen() {
  const { hash } = useLocation();
  // Another link, opened where one was open, begins anew: only what is behind the # has changed.
  return <Shared key={hash} token={hash.slice(1)} />;
}

function Shared({ token }: { token: string }) {
  const { t } = useWords();
  const { user } = useAccount();
  const { data, ...asked } = useSharedReceipt(token);
  return (
    <>
      {data?.name && <meta name="robots" content="noindex" />}
      <ReceiptPage
        asked={{ ...asked, data: data?.receipt }}
        whose="shared"
        lead={
          // There from the start, so that nothing moves when the receipt comes.
          !asked.error && (
            <>
              {!user && <Introduction />}
              <Note
                icon="share"
                title={data?.name ? t('receipt.shared.by', { name: data.name }) : t('receipt.shared.byNobody')}
              >
                {t('receipt.shared.you')}
              </Note>
            </>
          )
        }
        acts={() => <ButtonLink to={user ? '/home' : '/register'}>{t('receipt.shared.try')}</ButtonLink>}
      />
    </>
  );
}

/** What the site is, for somebody who has never heard of it, and a way to try it that takes nothing. */
function Introduction() {
  const { t } = useWords();
  const { title } = useSite();
  return (
    <Card pad className={styles.introduction}>
      <p>{t('receipt.shared.site', { title })}</p>
      <ButtonLink small to="/contract">
        {t('receipt.shared.withoutAccount')}
      </ButtonLink>
    </Card>
  );
}
