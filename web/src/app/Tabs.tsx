import { Activity, Suspense, useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { PageBoundary } from './CrashBoundary.tsx';
import { TakesFocus } from './focus.ts';
import { PageSkeleton } from './PageSkeleton.tsx';
import { tabs } from './tabs.ts';

/** The tabs visited so far. Hidden ones stay mounted, so their state survives; only the active one is drawn. */
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
