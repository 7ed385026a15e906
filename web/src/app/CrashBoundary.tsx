import { type ReactNode, useEffect } from 'react';
import { Boundary, Problem } from '../ui/Boundary.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import styles from './Root.module.css';

/** Wraps the entire app, because the frame can fail too. */
export const CrashBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary instead={(error) => <CrashScreen error={error} />}>{children}</Boundary>
);

/** Wraps one page, so that the frame and the navigation survive its failure. Use the page's address as its key. */
export const PageBoundary = ({ title, onBack, children }: PageProblem & { children: ReactNode }) => (
  <Boundary
    instead={(error, again) => (
      <>
        <PageBar title={title} onBack={onBack} />
        <main className={styles.centre}>
          <Problem error={error} onRetry={again} />
        </main>
      </>
    )}
  >
    {children}
  </Boundary>
);
type PageProblem = { title: string; onBack?: (() => void) | undefined };

function CrashScreen({ error }: { error: unknown }) {
  useEffect(() => document.getElementById('splash')?.remove(), []);
  return (
    <div className={styles.shell}>
      <PageBar brand="Glasshouse" />
      <main className={styles.centre}>
        <Problem error={error} onRetry={() => location.reload()} />
      </main>
    </div>
  );
}
