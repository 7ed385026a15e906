import { formatTime } from '@glasshouse/kit/format.ts';
import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import type { ProductName } from '@glasshouse/protocol/orders/product-names';
import type { AnyReceipt } from '@glasshouse/protocol/orders/products';
import type { Share } from '@glasshouse/protocol/shares/calls';
import type { ReactNode } from 'react';
import { useAccount } from '../lib/account.ts';
import { useSite } from '../lib/site.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { LinkCard } from '../ui/LinkCard.tsx';
import { ShareCard } from '../ui/ShareCard.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { SkeletonCards } from '../ui/Skeleton.tsx';
import { Switch } from '../ui/Switch.tsx';
import { useShare } from '../ui/use-share.ts';
import { agreedText, resultText } from './products/registry.tsx';
import styles from './ShareSheet.module.css';
import { shareLink, useMakeShare, useShares } from './shares.ts';
import { TakeBackButton } from './TakeBackButton.tsx';

type ShareSheetProps = { of: ProductName; receipt: AnyReceipt; open: boolean; onClose: () => void };

/** Shares a receipt, after explaining who can see it and what it shows. */
export function ShareSheet({ of, receipt, open, onClose }: ShareSheetProps) {
  const { t } = useWords();
  const shares = useShares();
  const making = useMakeShare();
  const { id } = receipt.order;
  const share = shares.data?.find((each) => each.product === of && each.id === id);
  const make = (named: boolean) => making.mutate({ product: of, id, named });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('receipt.share.title')}
      footer={
        shares.data &&
        !share && (
          <Button icon="link" busy={making.isPending} onClick={() => make(false)}>
            {t('receipt.share.make')}
          </Button>
        )
      }
    >
      <div className={styles.body}>
        {share ? (
          <Handed share={share} receipt={receipt} />
        ) : (
          <>
            <p>{t('receipt.share.text')}</p>
            <WhatIsShown />
          </>
        )}
        {shares.isPending && <SkeletonCards />}
        {shares.error && <LoadFailed of={shares} title={t('receipt.share.listFailed')} />}
        {share && <Named share={share} busy={making.isPending} onChange={make} />}
        {share && <WhatIsShown />}
        {share && <TakeBack share={share} />}
      </div>
    </Sheet>
  );
}

/** The terms are what was signed; without all of them nothing can be recomputed. */
function WhatIsShown() {
  const { t } = useWords();
  return (
    <ul className={styles.facts}>
      <Fact icon="eye">{t('receipt.share.shown')}</Fact>
      <Fact icon="eyeoff">{t('receipt.share.hidden')}</Fact>
    </ul>
  );
}

const Fact = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <li>
    <Icon name={icon} size={18} />
    <span>{children}</span>
  </li>
);

/** The card with its link, to show, copy, send or save. */
function Handed({ share, receipt }: { share: Share; receipt: AnyReceipt }) {
  const { t } = useWords();
  const { title } = useSite();
  const link = shareLink(share);
  const card = {
    headline: [
      `${receipt.order.symbol} · ${agreedText(share.product, receipt.order)}`,
      resultText(share.product, receipt.order),
    ],
    label: t('receipt.share.order'),
    code: formatTime(receipt.order.at, 'date'),
    link,
    note: t('receipt.share.note'),
  } as const;
  const sharing = useShare(card, {
    file: `receipt-${receipt.order.symbol}-simulated.png`,
    message: t('receipt.share.message', { title }),
    saved: (filename) => t('receipt.share.saved', { filename }),
    failed: t('receipt.share.failed'),
  });
  return (
    <>
      <ShareCard {...card} name={t('receipt.share.card')} qr={t('receipt.share.qr')} />
      <LinkCard link={link} copy={t('receipt.share.copy')} />
      <div className={styles.acts}>
        <Button small icon="share" busy={sharing.busy} onClick={sharing.share}>
          {t('receipt.share.send')}
        </Button>
        <Button small kind="line" icon="image" busy={sharing.busy} onClick={sharing.save}>
          {t('receipt.share.save')}
        </Button>
      </div>
    </>
  );
}

/** The user is named only if they choose to be, which requires a username. */
function Named({ share, busy, onChange }: { share: Share; busy: boolean; onChange: (named: boolean) => void }) {
  const { t } = useWords();
  const name = useAccount().user?.username;
  if (!name) return null;
  return (
    <div className={styles.named}>
      <Switch
        label={t('receipt.share.name')}
        help={t(share.named ? 'receipt.share.nameOn' : 'receipt.share.nameOff', { name })}
        checked={share.named}
        disabled={busy}
        onChange={onChange}
      />
    </div>
  );
}

function TakeBack({ share }: { share: Share }) {
  const { t } = useWords();
  return (
    <>
      <TakeBackButton share={share} />
      <p className={styles.after}>{t('receipt.share.after')}</p>
    </>
  );
}
