import { useBack } from '../lib/back.ts';
import { useSearchParams } from '../lib/router.tsx';
import { useSite } from '../lib/site.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { Note } from '../ui/Note.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { ContactForm } from './ContactForm.tsx';
import { type Overview, useOverview } from './calls.ts';
import styles from './Security.module.css';

type Kind = 'email' | 'phone';
export const EmailScreen = () => <ContactScreen kind="email" />;
export const PhoneScreen = () => <ContactScreen kind="phone" />;

/** Binds, changes or unbinds email or phone. */
function ContactScreen({ kind }: { kind: Kind }) {
  const { t } = useWords();
  const overview = useOverview();
  return (
    <>
      <PageBar surface title={t(kind === 'email' ? 'titles.bindEmail' : 'titles.bindPhone')} onBack={useBack()} />
      <main className={styles.body}>
        {overview.isPending && <SkeletonRows rows={3} />}
        {overview.error && (
          <LoadFailed of={overview} title={t('security.waysFailed')} text={t('security.failedText')} />
        )}
        {overview.data && <Contact kind={kind} overview={overview.data} />}
      </main>
    </>
  );
}

const unbinds = { email: 'security.unbindEmail', phone: 'security.unbindPhone' } as const;

function Contact({ kind, overview }: { kind: Kind; overview: Overview }) {
  const { t } = useWords();
  const { textMessages } = useSite();
  const own = overview[kind];
  const other = overview[kind === 'email' ? 'phone' : 'email'];
  const isUnbinding = useSearchParams()[0].has('unbind');
  const mayUnbind = own !== null && other !== null;
  if (kind === 'phone' && !textMessages) return <Note>{t('security.noPhone')}</Note>;
  const act = own === null ? 'bind' : isUnbinding && mayUnbind ? 'unbind' : 'change';
  return (
    <>
      {own !== null && (
        <p className={styles.text}>{t(kind === 'email' ? 'security.emailLead' : 'security.phoneLead')}</p>
      )}
      <Note tone="amber">{t('security.changeNote')}</Note>
      {/* The user proves ownership with a code to the current contact. */}
      <ContactForm key={act} kind={kind} act={act} provenBy={(own ?? other)!} />
      {mayUnbind && act === 'change' && (
        <ButtonLink className={styles.unbind} kind="line" replace to={`/user/security/${kind}?unbind`}>
          {t(unbinds[kind])}
        </ButtonLink>
      )}
    </>
  );
}
