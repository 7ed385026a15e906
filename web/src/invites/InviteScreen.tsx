import { useAccount } from '../lib/account.ts';
import { useBack } from '../lib/back.ts';
import { useSite } from '../lib/site.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { LinkCard } from '../ui/LinkCard.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { ShareCard } from '../ui/ShareCard.tsx';
import { SkeletonCards } from '../ui/Skeleton.tsx';
import { useShare } from '../ui/use-share.ts';
import { Earned } from './Earned.tsx';
import styles from './InviteScreen.module.css';
import { inviteLink, useFollowed, useInvites } from './invites.ts';
import { Profits } from './Profits.tsx';
import { Rules } from './Rules.tsx';

/** The user's invitation code, its earnings, and the full rules. Code and link are shown before anything has loaded. */
export function InviteScreen() {
  const { t } = useWords();
  const { user } = useAccount();
  const back = useBack();
  const code = user?.invitationCode ?? '';
  const link = inviteLink(code);
  const card = {
    headline: [t('invite.headline'), t('invite.headlineMore')],
    label: t('invite.code'),
    code,
    link,
    note: t('invite.paper'),
  } as const;
  const { share, busy } = useShare(card, {
    file: 'invitation-simulated.png',
    message: t('invite.shareText', { title: useSite().title, code }),
    saved: (filename) => t('invite.pictureSaved', { filename }),
    failed: t('invite.shareFailed'),
  });
  useFollowed();
  return (
    <>
      <PageBar title={t('titles.invite')} onBack={back} />
      <main className={styles.page}>
        <ShareCard {...card} name={t('invite.card')} qr={t('invite.qr')} />
        <div className={styles.acts}>
          <Button icon="share" busy={busy} onClick={share}>
            {t('invite.share')}
          </Button>
          <Button kind="line" icon="copy" onClick={() => void copyText(code)}>
            {t('invite.copyCode')}
          </Button>
        </div>
        <LinkCard link={link} copy={t('invite.copyLink')} />
        <Brought />
        <p className={styles.names}>{t('invite.names')}</p>
      </main>
    </>
  );
}

function Brought() {
  const { t } = useWords();
  const invites = useInvites();
  if (invites.isPending) return <SkeletonCards />;
  if (!invites.data) {
    return <LoadFailed of={invites} title={t('invite.failed')} text={t('invite.failedText')} />;
  }
  return (
    <>
      <Earned invites={invites.data} />
      <Profits entries={invites.data.entries} />
      <Rules invites={invites.data} />
    </>
  );
}
