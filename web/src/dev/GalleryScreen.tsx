import { useEffect, useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { Segments } from '../ui/Segments.tsx';
import { OpenSimulated } from '../ui/SimulatedPill.tsx';
import { SimulatedSheet } from '../ui/SimulatedSheet.tsx';
import { Toasts } from '../ui/Toasts.tsx';
import { Actions } from './Actions.tsx';
import { Bars } from './Bars.tsx';
import { Fields } from './Fields.tsx';
import styles from './Gallery.module.css';
import { Icons } from './Icons.tsx';
import { Lists } from './Lists.tsx';
import { Numbers } from './Numbers.tsx';
import { Overlays } from './Overlays.tsx';
import { States } from './States.tsx';

type Theme = 'system' | 'light' | 'dark';
type Way = 'green-up' | 'red-up';
type Size = '100%' | '125%';

// Restores the root element's attributes when the gallery is left.
function useRoot(theme: Theme, way: Way, size: Size) {
  useEffect(() => {
    const root = document.documentElement;
    const before = { theme: root.dataset.theme, updown: root.dataset.updown, size: root.style.fontSize };
    if (theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.dataset.updown = way;
    root.style.fontSize = size;
    return () => {
      if (before.theme === undefined) delete root.dataset.theme;
      else root.dataset.theme = before.theme;
      if (before.updown === undefined) delete root.dataset.updown;
      else root.dataset.updown = before.updown;
      root.style.fontSize = before.size;
    };
  }, [theme, way, size]);
}

/** Every component in every state, for visual checks; only in development builds. */
export function GalleryScreen() {
  const { t } = useWords();
  const [theme, setTheme] = useState<Theme>('system');
  const [way, setWay] = useState<Way>('green-up');
  const [size, setSize] = useState<Size>('100%');
  const [explains, setExplains] = useState(false);
  useRoot(theme, way, size);
  return (
    <OpenSimulated value={() => setExplains(true)}>
      <PageBar title={t('gallery.title')} />
      <main className={styles.page}>
        <div className={styles.controls}>
          <Segments
            as="radio"
            label={t('gallery.theme')}
            value={theme}
            onChange={setTheme}
            options={[
              { value: 'system', label: t('gallery.system') },
              { value: 'light', label: t('gallery.light') },
              { value: 'dark', label: t('gallery.dark') },
            ]}
          />
          <Segments
            as="radio"
            label={t('gallery.direction')}
            value={way}
            onChange={setWay}
            options={[
              { value: 'green-up', label: t('gallery.greenUp') },
              { value: 'red-up', label: t('gallery.redUp') },
            ]}
          />
          <Segments
            as="radio"
            label={t('gallery.text')}
            value={size}
            onChange={setSize}
            options={[
              { value: '100%', label: t('gallery.normal') },
              { value: '125%', label: t('gallery.large') },
            ]}
          />
        </div>
        <Actions />
        <Lists />
        <Fields />
        <Numbers />
        <States />
        <Overlays />
        <Bars />
        <Icons />
      </main>
      <Toasts />
      <SimulatedSheet open={explains} onClose={() => setExplains(false)} checkPath="/helps/simulated" />
    </OpenSimulated>
  );
}
