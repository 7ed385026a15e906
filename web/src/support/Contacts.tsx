import { Icon } from '@glasshouse/kit/Icon.tsx';
import type { getServiceList } from '@glasshouse/protocol/support/calls';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { closeSheet } from '../lib/sheets.ts';
import { useWords } from '../lib/words.tsx';
import { copyText } from '../ui/copy-text.ts';
import { Empty } from '../ui/Empty.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { SkeletonText } from '../ui/Skeleton.tsx';
import styles from './Contacts.module.css';

function useContacts() {
  return useQuery({
    queryKey: ['contacts'],
    queryFn: () => call<typeof getServiceList>('POST', '/index/service/getlist', {}),
    staleTime: 60_000,
    meta: { quiet: true },
  });
}

/** A contact without a link is copied, to be pasted into another app. */
async function copyAccount(account: string): Promise<void> {
  if (await copyText(account)) closeSheet();
}

/** The support contacts: a link opens in a new tab, an account is copied. */
export function Contacts() {
  const { t } = useWords();
  const { data, error, refetch } = useContacts();
  if (error) {
    return <LoadFailed of={{ error, refetch }} title={t('support.failed')} text={t('support.failedText')} />;
  }
  if (!data) return <SkeletonText lines={3} />;
  if (data.list.length === 0) return <Empty title={t('support.emptyTitle')} text={t('support.emptyText')} />;
  return (
    <>
      <p className={styles.text}>{t('support.text')}</p>
      <ul className={styles.list}>
        {data.list.map(({ account, link }) => (
          <li key={`${account} ${link}`}>
            {link ? (
              <a className={styles.row} href={link} target="_blank" rel="noopener noreferrer">
                <Face account={account} act={t('support.open')} icon="link" />
              </a>
            ) : (
              <button type="button" className={styles.row} onClick={() => void copyAccount(account)}>
                <Face account={account} act={t('support.copy')} icon="copy" />
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Face({ account, act, icon }: { account: string; act: string; icon: 'link' | 'copy' }) {
  return (
    <>
      <Icon name="headset" size={20} />
      <span className={styles.words}>
        {account}
        <small>{act}</small>
      </span>
      <Icon name={icon} size={18} />
    </>
  );
}
