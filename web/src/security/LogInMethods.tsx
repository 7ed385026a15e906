import { Tag } from '@glasshouse/kit/Tag.tsx';
import { openSheet } from '../lib/sheets.ts';
import { useSite } from '../lib/site.ts';
import { useWords, Words } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { List, Row } from '../ui/Row.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import type { Overview } from './calls.ts';
import styles from './Security.module.css';

/** Each log-in method: whether it is set up, and a link to change it. */
export function LogInMethods({ overview }: { overview: Overview }) {
  const { t } = useWords();
  const { textMessages } = useSite();
  const { email, phone, passwordChangedAt, authenticator, passkeys, tradePassword } = overview;
  return (
    <>
      <Card>
        <List label={t('security.waysIn')}>
          <Row
            icon="lock"
            title={t('security.password')}
            sub={<Words k="security.passwordChanged" date={<TimeText at={passwordChangedAt} part="date" />} />}
            to="/user/changePsw"
          />
          <ContactRow kind="email" contact={email} />
          {(textMessages || phone !== null) && <ContactRow kind="phone" contact={phone} />}
          <AuthenticatorRow since={authenticator?.since} />
          <PasskeysRow passkeys={passkeys} />
          <TradePasswordRow isSet={tradePassword} />
        </List>
      </Card>
      <p className={styles.help}>{t('security.waysNote')}</p>
    </>
  );
}

function TradePasswordRow({ isSet }: { isSet: boolean }) {
  const { t } = useWords();
  const row = { icon: 'shield', title: t('security.tradePassword') } as const;
  if (isSet) return <Row {...row} sub={t('security.tradePasswordText')} />;
  return <Row {...row} sub={t('security.tradePasswordUnset')} onPress={() => openSheet('tradePassword')} />;
}

function AuthenticatorRow({ since }: { since: string | undefined }) {
  const { t } = useWords();
  const row = { icon: 'clock', title: t('titles.authenticator'), to: '/user/security/authenticator' } as const;
  if (!since) return <Row {...row} sub={t('factors.rowOff')} />;
  const on = (
    <Tag tone="ok" icon="check">
      {t('factors.isOn')}
    </Tag>
  );
  return <Row {...row} sub={<Words k="factors.rowSince" date={<TimeText at={since} part="date" />} />} value={on} />;
}

function PasskeysRow({ passkeys }: Pick<Overview, 'passkeys'>) {
  const { t } = useWords();
  const row = { icon: 'key', title: t('titles.passkeys'), to: '/user/security/passkeys' } as const;
  const newest = passkeys.at(-1);
  if (!newest) return <Row {...row} sub={t('factors.rowNone')} />;
  const date = <TimeText at={newest.addedAt} part="date" />;
  return <Row {...row} sub={<Words k="factors.rowKey" name={newest.name} date={date} />} value={passkeys.length} />;
}

function ContactRow({ kind, contact }: { kind: 'email' | 'phone'; contact: string | null }) {
  const { t } = useWords();
  const icon = kind === 'email' ? 'mail' : 'phone';
  const to = `/user/security/${kind}`;
  if (contact === null) {
    const bind = (
      <ButtonLink
        kind="soft"
        small
        to={to}
        aria-label={t(kind === 'email' ? 'security.bindEmail' : 'security.bindPhone')}
      >
        {t('security.bind')}
      </ButtonLink>
    );
    return <Row icon={icon} title={t(`security.${kind}`)} sub={t('security.second')} value={bind} />;
  }
  const bound = (
    <Tag tone="ok" icon="check">
      {t('security.bound')}
    </Tag>
  );
  return <Row icon={icon} title={t(`security.${kind}`)} sub={contact} value={bound} to={to} />;
}
