import { Icon } from '@glasshouse/kit/Icon.tsx';
import { useQuery } from '@tanstack/react-query';
import { useBack } from '../lib/back.ts';
import { sentenceOf } from '../lib/call.ts';
import { tapeQuery } from '../lib/tape.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Hash } from '../ui/Hash.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { SkeletonText } from '../ui/Skeleton.tsx';
import { Verdict } from '../ui/Verdict.tsx';
import { Checkpoints } from './Checkpoints.tsx';
import { Gaps } from './Gaps.tsx';
import { HourCheck } from './HourCheck.tsx';
import { Section } from './Section.tsx';
import { TapeDays } from './TapeDays.tsx';
import styles from './TapeView.module.css';
import { checkTape, type TapeChecks } from './tape-checks.ts';

const lookAgain = 10_000;
const meanings = ['chain', 'checkpoint', 'seed'] as const;

/** Everything anybody needs to check the prices, checked here and now by the reader's own browser. */
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
        {!tape && error && (
          <ErrorState
            title={t('tape.failed')}
            text={t('tape.failedText')}
            detail={sentenceOf(error)}
            onRetry={() => void refetch()}
          />
        )}
        {tape && (
          <>
            <Checked checks={checks.data} failed={checks.isError} />
            <Meaning seeded={tape.days.length > 0} />
            <TapeDays days={tape.days} wrong={checks.data?.wrongDays} />
            <Section title={t('tape.keys')} text={t('tape.keysText')}>
              {tape.keys.map(({ publicKey }) => (
                <Hash key={publicKey} value={publicKey} label={t('tape.keys')} />
              ))}
            </Section>
            <Checkpoints checkpoints={tape.checkpoints} wrong={checks.data?.wrongCheckpoints} />
            <HourCheck keys={tape.keys.map(({ publicKey }) => publicKey)} />
            <Gaps gaps={tape.gaps} />
          </>
        )}
      </main>
    </>
  );
}

function Checked({ checks, failed }: { checks: TapeChecks | undefined; failed: boolean }) {
  const { t } = useWords();
  // A browser without Ed25519, or a page that is not served securely, cannot check; it must not claim that it did.
  if (failed) return <Verdict state="unable" title={t('tape.unable')} text={t('tape.unableText')} />;
  if (!checks) return <Verdict state="busy" title={t('tape.checking')} />;
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

function Meaning({ seeded }: { seeded: boolean }) {
  const { t } = useWords();
  return (
    <Card pad aria-label={t('tape.meaning')}>
      <ul className={styles.meaning}>
        {meanings
          .filter((each) => each !== 'seed' || seeded)
          .map((each) => (
            <li key={each}>
              <Icon name={each === 'chain' ? 'link' : each === 'checkpoint' ? 'proof' : 'lock'} size={20} />
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
