import { formatWhole } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import type { TapeDay } from '@glasshouse/protocol/market/calls';
import { useQuery } from '@tanstack/react-query';
import { useLogKey } from '../lib/log-query.ts';
import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import styles from './TapeView.module.css';

/**
 * Where a day's commitment and its seed are in the public log. Looks them up there and compares them with this page.
 */
export function DayPlaces({ day }: { day: TapeDay }) {
  const { t } = useWords();
  const { site, key } = useLogKey();
  const places = site.data?.days.find((each) => each.day === day.day);
  const { data: said } = useQuery({
    queryKey: ['log', 'day', day.day, key, places, day.commitment, day.revealed?.seed],
    queryFn: async () => (await import('./day-places.ts')).checkPlaces(key!, day, places!),
    enabled: Boolean(key && places),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });
  if (!places) return null;
  return (['committed', 'revealed'] as const).map((which) => {
    const place = places[which];
    if (place === null || (which === 'revealed' && !day.revealed)) return null;
    const isRight = said?.[which];
    return (
      <div key={which}>
        <dt>{t(`tape.inLog.${which}`)}</dt>
        <dd>
          <Link to={`/publiclog/${place}`} className={styles.inLog} data-wrong={isRight === false || undefined}>
            {t('tape.inLog.place', { place: formatWhole(place) })}
            {isRight !== undefined && (
              <>
                <Icon name={isRight ? 'check' : 'close'} size={16} />
                <span className="vh">{t(isRight ? 'tape.right' : 'tape.wrong')}</span>
              </>
            )}
          </Link>
        </dd>
      </div>
    );
  });
}
