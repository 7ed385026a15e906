import { Logo } from '@glasshouse/kit/Logo.tsx';
import { matchPath, Navigate, Params, useLocation } from '@glasshouse/kit/router.tsx';
import { listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import type { Permission } from '@glasshouse/protocol/operators/permissions';
import { listReviewKinds } from '@glasshouse/protocol/review/office';
import type { ComponentType } from 'react';
import { useAsk } from '../lib/ask.ts';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { Pending } from '../review/Pending.tsx';
import { ReviewScreen } from '../review/ReviewScreen.tsx';
import { SearchScreen } from '../search/SearchScreen.tsx';
import { SelfScreen } from '../session/SelfScreen.tsx';
import { Page } from '../ui/Page.tsx';
import { SimulatedPill } from '../ui/SimulatedPill.tsx';
import { UserScreen } from '../users/UserScreen.tsx';
import styles from './Frame.module.css';
import { Nav } from './Nav.tsx';
import { OperatorChip } from './OperatorChip.tsx';
import { allPages } from './pages.ts';
import { Search } from './Search.tsx';

/**
 * Redirects to waiting work: the first queue with cases that this role decides, then requests for a second person;
 * otherwise the overview.
 */
function Landing() {
  const may = useMay();
  const kinds = useAsk(listReviewKinds, {}, { enabled: may('review.work') });
  const approvals = useAsk(listApprovals, {}, { enabled: may('approvals.decide') });
  if (kinds.isLoading || approvals.isLoading) return null;
  const queue = kinds.data?.list.find(({ waiting, mayDecide }) => mayDecide && waiting > 0);
  const asked = approvals.data?.list.some(({ mayDecide }) => mayDecide);
  return <Navigate to={queue ? `/review/${queue.kind}` : asked ? '/approvals' : '/dashboard'} />;
}

function NotFound() {
  const { t } = useWords();
  return <Page title={t('app.notFound')}>{t('app.notFoundText')}</Page>;
}

type Route = { path: string; permission?: Permission; Page: ComponentType };
const routes: readonly Route[] = [
  { path: '/', Page: Landing },
  ...['/review', '/review/:kind', '/review/:kind/:id'].map(
    (path): Route => ({ path, permission: 'review.read', Page: ReviewScreen }),
  ),
  { path: '/search', permission: 'users.read', Page: SearchScreen },
  { path: '/users/:number', permission: 'users.read', Page: UserScreen },
  ...allPages,
  { path: '/self', Page: SelfScreen },
];

/** The page at an address if the role may open it, with the parameters of the address. */
function routeAt(pathname: string, may: (permission: Permission) => boolean) {
  for (const { path, permission, Page: Shown } of routes) {
    const params = (permission === undefined || may(permission)) && matchPath(path, pathname);
    if (params) return { Page: Shown, params };
  }
  return { Page: NotFound, params: {} };
}

/** The frame of every page: the site's name, the Simulated mark, the navigation and the operator. */
export function Frame() {
  const { t } = useWords();
  const may = useMay();
  const { Page: Shown, params } = routeAt(useLocation().pathname, may);
  return (
    <div className={styles.frame}>
      <header className={styles.top}>
        <span className={styles.brand}>
          <Logo size={24} />
          Glasshouse <span>{t('app.operator')}</span>
        </span>
        <SimulatedPill />
        {may('users.read') ? <Search /> : <span className={styles.spacer} />}
        <OperatorChip />
      </header>
      <Nav />
      {may('review.work') && <Pending />}
      <div className={styles.main}>
        <Params value={params}>
          <Shown />
        </Params>
      </div>
    </div>
  );
}
