import { Logo } from '@glasshouse/kit/Logo.tsx';
import { listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import { listReviewKinds } from '@glasshouse/protocol/review/office';
import { Navigate, Route, Routes } from 'react-router';
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

/** Leads to where work is waiting: the first queue with cases that this role decides, then what needs a second person; otherwise the overview. */
function Landing() {
  const may = useMay();
  const kinds = useAsk(listReviewKinds, {}, { enabled: may('review.work') });
  const approvals = useAsk(listApprovals, {}, { enabled: may('approvals.decide') });
  if (kinds.isLoading || approvals.isLoading) return null;
  const queue = kinds.data?.list.find(({ waiting, mayDecide }) => mayDecide && waiting > 0);
  const asked = approvals.data?.list.some(({ mayDecide }) => mayDecide);
  return <Navigate to={queue ? `/review/${queue.kind}` : asked ? '/approvals' : '/dashboard'} replace />;
}

function NotFound() {
  const { t } = useWords();
  return <Page title={t('app.notFound')}>{t('app.notFoundText')}</Page>;
}

/** What is there on every page: whose console it is, that all of it is simulated, where one can go, and who is logged in. */
export function Frame() {
  const { t } = useWords();
  const may = useMay();
  const open = allPages.filter(({ permission }) => may(permission));
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
        <Routes>
          <Route index element={<Landing />} />
          {may('review.read') && <Route path="/review/:kind?/:id?" element={<ReviewScreen />} />}
          {may('users.read') && <Route path="/search" element={<SearchScreen />} />}
          {may('users.read') && <Route path="/users/:number" element={<UserScreen />} />}
          {open.map(({ path, Page: Each }) => (
            <Route key={path} path={path} element={<Each />} />
          ))}
          <Route path="/self" element={<SelfScreen />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </div>
    </div>
  );
}
