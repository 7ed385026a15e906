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

/** The page behind a shared link: the same receipt as its owner sees, recomputed in the visitor's browser. */
export function SharedScreen() {
  const { hash } = useLocation();
  // Only the part after # differs between links, so the token is the key: another link starts fresh.
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
          // Rendered from the start, so that nothing moves when the receipt loads.
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

/** Introduces the site to newcomers, with a way to try it without an account. */
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
