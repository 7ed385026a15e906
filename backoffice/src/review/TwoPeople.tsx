import { formatTime } from '@glasshouse/kit/format.ts';
import { useWords } from '../lib/words.tsx';
import { Note } from '../ui/Note.tsx';
import type { Case } from './case.ts';

/** The id of the note that says why the operator cannot approve. */
export const barredNote = 'cannot-approve';

/** Shows, before anybody decides, whether the operator would be the first or the second of two people, and why they cannot approve now. */
export function TwoPeople({ data: { case: about, fields, lacksSecond, deciders } }: { data: Case }) {
  const { t } = useWords();
  if (!about.twoPeople || about.decided) return null;
  const roles = deciders.map((role) => t(`roles.${role}`)).join(', ');
  const field = (name: string) => fields.find((each) => each.name === name)?.value;
  const at = field('agreedFirstAt');
  const first = { name: field('agreedFirst') ?? '', time: at ? formatTime(at) : '' };
  return (
    <>
      {about.agreed === null && (
        <Note title={t('review.twoPeople')}>{!about.barred && t('review.firstOfTwo', { roles })}</Note>
      )}
      {about.agreed === 'colleague' && about.barred !== 'first_gone' && (
        <Note title={t('review.agreedBy', first)}>{!about.barred && t('review.secondOfTwo')}</Note>
      )}
      {about.barred && (
        <div id={barredNote}>
          <Note tone="amber" title={t(`review.barred.${about.barred}`)}>
            {about.barred === 'too_new'
              ? t('review.barredText.too_new', { time: formatTime(about.approvesFrom!) })
              : t('review.barredText.first_gone', first)}
          </Note>
        </div>
      )}
      {lacksSecond && (
        <Note tone="amber" title={t('review.noSecond')}>
          {lacksSecond.from
            ? t('review.noSecondFrom', { time: formatTime(lacksSecond.from) })
            : t('review.noSecondText', { roles })}
        </Note>
      )}
    </>
  );
}
