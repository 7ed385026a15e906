import type { certify } from '@glasshouse/protocol/identity/calls';
import { type SpecimenSide as Side, specimenSides } from '@glasshouse/protocol/specimens/code';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { call, sentenceOf } from '../lib/call.ts';
import { forgetDraft } from '../lib/draft.ts';
import { useIsLost } from '../lib/use-reconnected.ts';
import { useWords } from '../lib/words.tsx';
import { reviewTime } from '../specimens/review-time.ts';
import { pictureHint, type usePictures } from '../specimens/use-pictures.ts';
import { ActionBar } from '../ui/ActionBar.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { FileButton } from '../ui/FileButton.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { Note } from '../ui/Note.tsx';
import styles from './Identity.module.css';
import { SideCard } from './SideCard.tsx';
import { type Details, makeSpecimen, sideIn } from './specimen.ts';
import { type Verification, verificationKey } from './verification.ts';

type DocumentsProps = {
  details: Details;
  before: Verification;
  sides: ReturnType<typeof usePictures<Side>>;
  onBack: () => void;
};

/** The two sides, drawn here or picked from saved files, and the button that sends them for review. */
export function Documents({ details, before, sides, onBack }: DocumentsProps) {
  const { t, locale } = useWords();
  const { user } = useAccount();
  const { slots } = sides;
  const country = new Intl.DisplayNames(locale, { type: 'region' }).of(user?.country ?? 'ZZ') ?? '';
  const make = (side: Side) => void sides.make(side, () => makeSpecimen(details, side, country));
  const { problem, isLooking, pick } = usePicked(details, sides.take);
  const whatWasWrong = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a small screen, the bar at the bottom covers it.
    if (problem) whatWasWrong.current?.scrollIntoView({ block: 'center' });
  }, [problem]);
  const [front, back] = [slots.front, slots.back];
  const submit = useSubmit();
  const isLost = useIsLost();
  const isReady = front.at === 'ready' && back.at === 'ready';
  const send = () => isReady && submit.mutate({ ...details, front: front.id, back: back.id });
  const note = isLost ? t('ui.lineLost') : isReady ? undefined : (pictureHint([front, back]) ?? t('identity.sendHint'));
  return (
    <>
      <div className={styles.sides}>
        {specimenSides.map((side) => (
          <SideCard
            key={side}
            side={side}
            document={details.document}
            slot={slots[side]}
            onMake={() => make(side)}
            onAgain={(picture) => sides.again(side, picture)}
            onStop={(picture) => sides.stop(side, picture)}
          />
        ))}
      </div>
      <div className={styles.pair}>
        <Button kind="line" small icon="wand" onClick={() => specimenSides.forEach(make)}>
          {t('identity.make')}
        </Button>
        <FileButton multiple busy={isLooking} onPick={pick}>
          {t('identity.upload')}
        </FileButton>
      </div>
      <p className={styles.hint}>{t('identity.uploadHelp')}</p>
      <div ref={whatWasWrong} className={styles.problem}>
        {problem && (
          <Note tone="error" role="alert">
            {problem}
          </Note>
        )}
      </div>
      <Card className={styles.facts}>
        <KeyValues>
          <KeyValue label={t('identity.document')}>{t(`identity.documents.${details.document}`)}</KeyValue>
          <KeyValue label={t('identity.name')}>{details.name}</KeyValue>
          <KeyValue label={t('identity.number')}>{details.number}</KeyValue>
          <KeyValue label={t('specimens.reviewTime')}>{reviewTime({ ...before, decidedAt: null })}</KeyValue>
          {before.attempt > 0 && <KeyValue label={t('specimens.attempt')}>{before.attempt + 1}</KeyValue>}
        </KeyValues>
        <Button kind="soft" small className={styles.change} onClick={onBack}>
          {t('identity.change')}
        </Button>
      </Card>
      {submit.error && (
        <Note tone="error" role="alert">
          {sentenceOf(submit.error)}
        </Note>
      )}
      <ActionBar note={note}>
        <Button busy={submit.isPending} disabled={!isReady || (isLost && !submit.isPending)} onClick={send}>
          {t('identity.send')}
        </Button>
      </ActionBar>
    </>
  );
}

/** Checks a picked file before it is sent; the code in it says which side it is. */
function usePicked({ document }: Details, take: (side: Side, file: Blob) => void) {
  const { t } = useWords();
  const { user } = useAccount();
  const [problem, setProblem] = useState<string>();
  const [isLooking, setLooking] = useState(false);
  const look = async (file: File): Promise<string | undefined> => {
    const seen = await sideIn(file, document, user!);
    if ('wrong' in seen) {
      const named = { file: file.name };
      return seen.wrong === 'otherDocument'
        ? t('identity.wrong.otherDocument', named)
        : t(`specimens.wrong.${seen.wrong}`, named);
    }
    take(seen.side, file);
  };
  const pick = async (files: readonly File[]) => {
    setProblem(undefined);
    setLooking(true);
    try {
      for (const file of files.slice(0, specimenSides.length)) {
        const wrong = await look(file);
        if (wrong) setProblem(wrong);
      }
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setLooking(false);
    }
  };
  return { problem, isLooking, pick };
}

function useSubmit() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Parameters<typeof call<typeof certify>>[2]) =>
      call<typeof certify>('POST', '/index/user/cert', body),
    meta: { quiet: true },
    onSuccess: () => forgetDraft('identity'),
    // A refusal may mean that it was sent before, or has been decided since.
    onSettled: () => queries.invalidateQueries({ queryKey: verificationKey }),
  });
}
