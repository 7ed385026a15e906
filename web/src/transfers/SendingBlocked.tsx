import { useWords, Words } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Obstacle, Obstacles } from '../ui/Obstacles.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import type { Sending } from './sending.ts';

export const isBlocked = ({ savedOnly }: Sending): boolean => savedOnly.on;

/** Explains why nothing can be sent now. Above the form, so that it is read before typing. */
export function SendingBlocked({ sending }: { sending: Sending }) {
  const { t } = useWords();
  const { savedOnly } = sending;
  return (
    <Obstacles title={t('transfers.blocked.title')}>
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
    </Obstacles>
  );
}
