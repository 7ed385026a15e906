import { Icon } from '@glasshouse/kit/Icon.tsx';
import type { Output } from '@glasshouse/protocol/endpoint';
import type { showTape } from '@glasshouse/protocol/market/calls';
import { useQuery } from '@tanstack/react-query';
import { useBack } from '../lib/back.ts';
import { tapeQuery } from '../lib/tape.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { Hash } from '../ui/Hash.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { List, Row } from '../ui/Row.tsx';
import { SkeletonText } from '../ui/Skeleton.tsx';
import { Verdict } from '../ui/Verdict.tsx';
import { Checkpoints } from './Checkpoints.tsx';
import { Gaps } from './Gaps.tsx';
import { HourCheck } from './HourCheck.tsx';
import { LateSlots } from './LateSlots.tsx';
import { Section } from './Section.tsx';
import { TapeDays } from './TapeDays.tsx';
import styles from './TapeView.module.css';
import { checkTape, type TapeChecks } from './tape-checks.ts';

const lookAgain = 10_000;
const meanings = {
  chain: 'link',
  checkpoint: 'proof',
  seed: 'lock',
  local: 'alert',
  outside: 'alert',
  log: 'records',
} as const;

/** Everything needed to check the prices, checked at once by the user's own browser. */
export function TapeView() {
  const { t } = useWords();
  const { data: tape, dataUpdatedAt, error, refetch } = useQuery({ ...tapeQuery, refetchInterval: lookAgain });
  const checks = useQuery({
    queryKey: ['tape', 'checked', dataUpdatedAt],
    queryFn: () => checkTape(tape!),
    enabled: tape !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
    retry: false,
    meta: { quiet: true },
  });
  return (
    <>
      <PageBar title={t('tape.title')} onBack={useBack('/market')} />
      <main className={styles.page}>
        {!tape && !error && <SkeletonText lines={6} />}
        {!tape && error && <LoadFailed of={{ error, refetch }} title={t('tape.failed')} text={t('tape.failedText')} />}
        {tape && (
          <>
            <Checked checks={checks.data} failed={checks.isError} />
            <Meaning source={sourceOf(tape)} />
            <TapeDays days={tape.days} wrong={checks.data?.wrongDays} />
            {tape.beacon && <Beacon beacon={tape.beacon} />}
            <Section title={t('tape.keys')} text={t('tape.keysText')}>
              {tape.keys.map(({ publicKey }) => (
                <Hash key={publicKey} value={publicKey} label={t('tape.keys')} />
              ))}
            </Section>
            <Checkpoints checkpoints={tape.checkpoints} wrong={checks.data?.wrongCheckpoints} />
            <HourCheck keys={tape.keys.map(({ publicKey }) => publicKey)} />
            {tape.beacon && <LateSlots late={tape.late} />}
            <Gaps gaps={tape.gaps} />
            <Card>
              <List>
                <Row icon="proof" proof title={t('titles.publicLog')} sub={t('tape.inLog.row')} to="/publiclog" />
              </List>
            </Card>
          </>
        )}
      </main>
    </>
  );
}

function Checked({ checks, failed }: { checks: TapeChecks | undefined; failed: boolean }) {
  const { t } = useWords();
  // A browser without Ed25519, or a page without a secure connection, can't check, and must not claim that it did.
  if (failed) return <Verdict state="unable" title={t('tape.unable')} text={t('tape.unableText')} />;
  if (!checks) {
    const text = t('tape.checked', { right: 20, count: 20, ms: 20 });
    return <Verdict state="busy" title={t('tape.checking')} awaited={{ result: true, text }} />;
  }
  const { wrongCheckpoints, wrongDays, count, milliseconds: ms } = checks;
  const wrong = wrongCheckpoints.size + wrongDays.size;
  return (
    <Verdict
      state={wrong > 0 ? 'wrong' : 'ok'}
      title={t('tape.recomputed')}
      result={t(wrong > 0 ? 'tape.differs' : 'tape.matches')}
      text={t('tape.checked', { right: count - wrong, count, ms })}
    />
  );
}

/** If the beacon is the site's own, the operator knows its rounds ahead. */
function sourceOf({ source, shows, beacon }: Output<typeof showTape>): 'seed' | 'local' | 'outside' | undefined {
  if (source === null) return undefined;
  if (!shows.madeAgain) return 'outside';
  return beacon?.knownToOperator ? 'local' : 'seed';
}

/** Explains the signatures, and how far the source of prices can be proven. */
function Meaning({ source }: { source: ReturnType<typeof sourceOf> }) {
  const { t } = useWords();
  const shown = (['chain', 'checkpoint', source, 'log'] as const).filter((each) => each !== undefined);
  return (
    <Card pad aria-label={t('tape.meaning')}>
      <ul className={styles.meaning}>
        {shown.map((each) => (
          <li key={each}>
            <Icon name={meanings[each]} size={20} />
            <div>
              <b>{t(`tape.means.${each}.title`)}</b>
              <p>{t(`tape.means.${each}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The source of the random rounds that prices are made from, and who knows them ahead. */
function Beacon({ beacon }: { beacon: NonNullable<Output<typeof showTape>['beacon']> }) {
  const { t } = useWords();
  return (
    <Section title={t('tape.beacon.title')} text={t('tape.beacon.text')}>
      <p className={styles.quiet}>
        <b>{beacon.name}</b> · {t(beacon.knownToOperator ? 'tape.beacon.known' : 'tape.beacon.public')}
      </p>
      <Hash value={beacon.publicKey} label={t('tape.beacon.key')} />
    </Section>
  );
}
