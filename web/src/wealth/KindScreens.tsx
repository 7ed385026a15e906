import type { ProductKind } from '@glasshouse/protocol/wealth/terms';
import { useBack } from '../lib/back.ts';
import { useNavigate } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { Center } from './Center.tsx';

const pageOf = {
  trust: { path: '/finance/finance', title: 'titles.trust' },
  pledge: { path: '/finance/livecoin', title: 'titles.pledge' },
  machine: { path: '/finance/machine', title: 'titles.machines' },
} as const;

/** The products of one kind, at their own address. */
function KindScreen({ kind }: { kind: ProductKind }) {
  const { t } = useWords();
  const navigate = useNavigate();
  return (
    <>
      <PageBar title={t(pageOf[kind].title)} onBack={useBack()} />
      <Center kind={kind} onKind={(next) => void navigate(pageOf[next].path, { replace: true })} />
    </>
  );
}

export const TrustScreen = () => <KindScreen kind="trust" />;
export const PledgeScreen = () => <KindScreen kind="pledge" />;
export const MachineScreen = () => <KindScreen kind="machine" />;
