import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Spinner } from '@glasshouse/kit/Spinner.tsx';
import { type CSSProperties, type ReactNode, type TouchEvent, useRef, useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { Button } from './Button.tsx';
import styles from './PullToRefresh.module.css';

const far = 64;
const resistance = 0.5;

/** Pulling down at the top of the page refreshes it. For the keyboard, a button appears on focus. */
export function PullToRefresh({ onRefresh, children }: { onRefresh: () => Promise<unknown>; children: ReactNode }) {
  const { t } = useWords();
  const start = useRef<number | undefined>(undefined);
  const [pull, setPull] = useState(0);
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle');

  async function refresh() {
    setState('busy');
    try {
      await onRefresh();
      setState('done');
    } catch {
      // The code that loads the data reports the error.
      setState('idle');
    }
  }
  function begin(event: TouchEvent) {
    start.current = window.scrollY <= 0 && state !== 'busy' ? event.touches[0]?.clientY : undefined;
  }
  function move(event: TouchEvent) {
    const touch = event.touches[0];
    if (start.current === undefined || !touch) return;
    setPull(Math.min(far * 1.4, Math.max(0, (touch.clientY - start.current) * resistance)));
  }
  function release() {
    start.current = undefined;
    if (pull >= far) void refresh();
    setPull(0);
  }

  return (
    <div
      className={styles.area}
      style={{ '--pull': `${state === 'busy' ? far : pull}px` } as CSSProperties}
      data-held={pull > 0 || undefined}
      data-moved={pull > 0 || state === 'busy' || undefined}
      onTouchStart={begin}
      onTouchMove={move}
      onTouchEnd={release}
      onTouchCancel={release}
    >
      <div className={styles.keyboard}>
        <Button kind="soft" small busy={state === 'busy'} onClick={() => void refresh()}>
          {t('ui.refresh')}
        </Button>
      </div>
      <div className={styles.mark} data-ready={pull >= far || undefined} aria-hidden="true">
        {state === 'busy' ? <Spinner /> : <Icon name="refresh" size={20} />}
      </div>
      <span className="vh" role="status">
        {state === 'busy' && t('ui.loading')}
        {state === 'done' && t('ui.refreshed')}
      </span>
      <div className={styles.content}>{children}</div>
    </div>
  );
}
