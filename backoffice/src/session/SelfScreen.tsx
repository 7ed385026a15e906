import { formatTime } from '@glasshouse/kit/format.ts';
import { showSelf } from '@glasshouse/protocol/operators/session';
import { useAsk } from '../lib/ask.ts';
import { useWords } from '../lib/words.tsx';
import { KeyValues } from '../ui/KeyValues.tsx';
import { Card, Columns, Page } from '../ui/Page.tsx';
import { QueryState } from '../ui/QueryState.tsx';
import { OwnPassword } from './OwnPassword.tsx';
import { Passkeys } from './Passkeys.tsx';
import { Recovery } from './Recovery.tsx';

/** The operator's own account: second factors and password. */
export function SelfScreen() {
  const { t } = useWords();
  const self = useAsk(showSelf, {});
  return (
    <Page title={t('self.title')} about={t('self.about')}>
      <QueryState of={self}>
        {({ operator, passkeys, recoveryCodesLeft, factorAt }) => (
          <>
            <Card padded title={operator.name}>
              <KeyValues
                pairs={[
                  [t('session.email'), operator.email],
                  [t('operators.role'), t(`roles.${operator.role}`)],
                  [t('self.factorAt'), formatTime(factorAt)],
                ]}
              />
            </Card>
            <Passkeys list={passkeys} />
            <Columns>
              <Recovery left={recoveryCodesLeft} />
              <OwnPassword />
            </Columns>
          </>
        )}
      </QueryState>
    </Page>
  );
}
