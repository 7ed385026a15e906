import { Component, type ReactNode, useEffect } from 'react';
import { useWords } from '../lib/words.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import styles from './Root.module.css';

/** Catches a fault in a page, or code that could not be fetched. Loading again is the honest way out of both. */
export class CrashBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};
  static getDerivedStateFromError = (error: unknown) => ({ error });
  override render() {
    return 'error' in this.state ? <CrashScreen error={this.state.error} /> : this.props.children;
  }
}

function CrashScreen({ error }: { error: unknown }) {
  const { t } = useWords();
  useEffect(() => document.getElementById('splash')?.remove(), []);
  return (
    <div className={styles.shell}>
      <PageBar brand="Glasshouse" />
      <main className={styles.centre}>
        <ErrorState
          title={t('app.crash.title')}
          text={t('app.crash.text')}
          detail={error instanceof Error ? error.message : ''}
          onRetry={() => location.reload()}
        />
      </main>
    </div>
  );
}
