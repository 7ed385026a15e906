import { Logo } from '@glasshouse/kit/Logo.tsx';
import type { ReactNode } from 'react';
import { useWords } from '../lib/words.tsx';
import { LanguageField } from '../ui/LanguageField.tsx';
import { useTitle } from '../ui/Page.tsx';
import { SimulatedPill } from '../ui/SimulatedPill.tsx';
import styles from './Session.module.css';

type AuthPageProps = {
  title: string;
  about?: ReactNode;
  /** The step of the first set-up, out of three. */
  step?: number;
  children: ReactNode;
};

/** The frame of every page before log-in. */
export function AuthPage({ title, about, step, children }: AuthPageProps) {
  const { t } = useWords();
  useTitle(title);
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <span className={styles.brand}>
          <Logo size={24} />
          Glasshouse <span>{t('app.operator')}</span>
          <SimulatedPill />
        </span>
        <LanguageField />
      </header>
      <main className={styles.holder}>
        <div className={styles.card}>
          {step !== undefined && (
            <div className={styles.steps} role="img" aria-label={t('session.step', { step, of: 3 })}>
              {[1, 2, 3].map((each) => (
                <i key={each} data-done={each <= step ? '' : undefined} />
              ))}
            </div>
          )}
          <div>
            <h1>{title}</h1>
            {about && <p className={styles.about}>{about}</p>}
          </div>
          {children}
        </div>
      </main>
    </div>
  );
}
