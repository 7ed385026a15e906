import { Activity, Suspense, useEffect, useState } from 'react';
import { takeFocus } from '../lib/focus.ts';
import { useLocation } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { PageBoundary } from './CrashBoundary.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { tabs } from './tabs.ts';

/** The tabs visited so far. Hidden tabs stay mounted, so their state survives, but only the active one is rendered. */
export function Tabs({ active }: { active: string | undefined }) {
  const { t } = useWords();
  const [visited, setVisited] = useState<readonly string[]>([]);
  if (active && !visited.includes(active)) setVisited([...visited, active]);
  return tabs
    .filter(({ path }) => visited.includes(path))
    .map(({ path, word, Page }) => (
      <Activity key={path} mode={path === active ? 'visible' : 'hidden'}>
        <PageBoundary title={t(`titles.${word}`)}>
          <Suspense fallback={<PageSkeleton />}>
            <Page />
            <TakesFocus />
          </Suspense>
        </PageBoundary>
      </Activity>
    ));
}

/** Rendered with a page whose code may load after navigation: focuses the page once it is there. */
function TakesFocus() {
  const isFirst = useLocation().key === 'default';
  useEffect(() => {
    if (!isFirst) takeFocus();
  }, [isFirst]);
  return null;
}
