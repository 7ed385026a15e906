import { useQueryClient } from '@tanstack/react-query';
import { useWords, Words } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Obstacle, Obstacles, TimeLeft } from '../ui/Obstacles.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { type Sending, sendingKey } from './sending.ts';

export const isBlocked = ({ lockedUntil, savedOnly }: Sending): boolean => lockedUntil !== null || savedOnly.on;

/** Why nothing can be sent now, and until when: above the form, before anything is typed. */
export function Blocked({ sending }: { sending: Sending }) {
  const { t } = useWords();
  const queries = useQueryClient();
  const { lockedUntil, savedOnly } = sending;
  if (!isBlocked(sending)) return null;
  const isOver = () =>
    queries.setQueryData<Sending>(sendingKey, (before) => before && { ...before, lockedUntil: null });
  return (
    <Obstacles title={t('transfers.blocked.title')}>
      {lockedUntil !== null && (
        <Obstacle icon="lock" title={t('transfers.blocked.locked')}>
          <p>
            <Words k="transfers.blocked.lockedUntil" until={<TimeText at={lockedUntil} part="clear" />} />{' '}
            <TimeLeft until={lockedUntil} labelOf={(left) => t('transfers.blocked.left', { left })} onOver={isOver} />
          </p>
        </Obstacle>
      )}
      {savedOnly.on && (
        <Obstacle icon="lock" title={t('transfers.blocked.limited')}>
          <p>
            {savedOnly.endsAt === null ? (
              t('transfers.blocked.limitedText')
            ) : (
              <Words k="transfers.blocked.limitedUntil" time={<TimeText at={savedOnly.endsAt} part="clear" />} />
            )}
          </p>
          <ButtonLink small kind="soft" to="/user/security/payees">
            {t('transfers.blocked.manage')}
          </ButtonLink>
        </Obstacle>
      )}
    </Obstacles>
  );
}
