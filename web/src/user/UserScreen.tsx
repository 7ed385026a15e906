import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import type { UserInfo } from '@glasshouse/protocol/session/calls';
import { useAccount } from '../lib/account.ts';
import { useProofMark } from '../lib/proof-marks.ts';
import { Link, useNavigate } from '../lib/router.tsx';
import { openSheet } from '../lib/sheets.ts';
import { useWords } from '../lib/words.tsx';
import { AccountDeletionNotice } from '../ui/AccountDeletionNotice.tsx';
import { Avatar, VipTag } from '../ui/Avatar.tsx';
import { Card } from '../ui/Card.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { List, Row } from '../ui/Row.tsx';
import { Balances } from './Balances.tsx';
import { LogOut } from './LogOut.tsx';
import styles from './UserScreen.module.css';

/** The account tab. */
export function UserScreen() {
  const { t } = useWords();
  const { user } = useAccount();
  const navigate = useNavigate();
  return (
    <>
      <PageBar
        title={t('titles.user')}
        end={
          <IconButton icon="settings" size={20} label={t('app.settings')} onClick={() => navigate('/user/settings')} />
        }
      />
      {user && (
        <main className={styles.page}>
          <Who user={user} />
          <AccountDeletionNotice />
          <Balances />
          <Menu user={user} />
          <LogOut />
        </main>
      )}
    </>
  );
}

const tones = { under_review: 'amber', passed: 'ok', rejected: 'error' } as const;
const marks = { under_review: 'clock', passed: 'check', rejected: 'alert' } as const;

function Who({ user }: { user: UserInfo }) {
  const { t } = useWords();
  const name = user.username ?? user.email ?? user.phone ?? user.number;
  return (
    <section className={styles.who} aria-label={name}>
      <Avatar name={name} />
      <div>
        <div className={styles.name}>
          <b>{name}</b>
          <VipTag level={user.vipLevel} />
          {user.identity !== 'none' && (
            <Tag tone={tones[user.identity]} icon={marks[user.identity]}>
              {t(`user.verification.${user.identity}`)}
            </Tag>
          )}
        </div>
        <small className={styles.numbers}>
          <span>{t('user.idNumber', { number: user.number })}</span>
          <Link className={styles.credit} to="/user/credit">
            {t('user.creditScore', { score: user.creditScore })}
            <Icon name="chev" size={14} />
          </Link>
        </small>
      </div>
    </section>
  );
}

function Menu({ user: { id, identity, vipLevel: level } }: { user: UserInfo }) {
  const { t } = useWords();
  const mark = useProofMark(id);
  return (
    <Card>
      <List label={t('titles.user')}>
        <Row icon="records" title={t('user.menu.records')} to="/records" />
        <Row
          icon="proof"
          proof
          title={t('titles.receipts')}
          value={mark && t('user.receiptsMatch', { right: mark.right, count: mark.count })}
          to="/user/receipts"
        />
        <Row icon="finance" title={t('titles.wealthRecords')} to="/finance/order" />
        <Row icon="market" title={t('titles.contractResults')} to="/results" />
        <Row icon="vip" title={t('titles.vip')} value={t('ui.vip', { level })} to="/user/vip" />
        <Row icon="invite" title={t('user.menu.invite')} to="/user/invite" />
        <Row icon="id" title={t('titles.identity')} value={t(`user.verification.${identity}`)} to="/user/cert" />
        <Row icon="lock" title={t('user.menu.security')} to="/user/security" />
        <Row icon="headset" title={t('user.menu.service')} onPress={() => openSheet('service')} />
      </List>
    </Card>
  );
}
