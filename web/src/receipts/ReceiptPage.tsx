import { saveText } from '@glasshouse/kit/save-file.ts';
import type { AnyReceipt } from '@glasshouse/protocol/orders/products';
import { type Checked, matches } from '@glasshouse/protocol/orders/receipt';
import { isNamedReceipt, misfitOf, newerVersion } from '@glasshouse/protocol/orders/receipt-form';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useBack } from '../lib/back.ts';
import { checkLogWhenDue } from '../lib/check-log.ts';
import { openSheet } from '../lib/sheets.ts';
import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { useTapped } from '../ui/use-code.ts';
import { Verdict } from '../ui/Verdict.tsx';
import { CheckList } from './CheckList.tsx';
import { Differences } from './Differences.tsx';
import { ForeknowledgeNote } from './ForeknowledgeNote.tsx';
import { HashChain } from './HashChain.tsx';
import { LogCard } from './LogCard.tsx';
import { PriceOriginCard } from './PriceOriginCard.tsx';
import { PriceSourceCard } from './PriceSourceCard.tsx';
import { OrderCard } from './products/registry.tsx';
import styles from './Receipt.module.css';
import { fileOf, useKeys } from './receipt.ts';
import { recheckAny, recheckOwn } from './recheck.ts';
import { TapeTable } from './TapeTable.tsx';
import { useCheck } from './use-check.ts';
import { type Signatures, useRounds } from './use-rounds.ts';
import { CannotLoad, Recomputed } from './Verdicts.tsx';

/** The query of a receipt. */
type ReceiptQuery = { data: AnyReceipt | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
type ReceiptPageProps = {
  asked: ReceiptQuery;
  /** A file opened instead. */
  file?: { value: unknown } | undefined;
  /** `own` or `shared`: error messages differ, and only the owner's device has stored data about the order. */
  whose: 'own' | 'shared';
  /** The owner's share button in the header. */
  share?: (receipt: AnyReceipt) => ReactNode;
  /** Above the verdict. */
  lead?: ReactNode;
  /** Warnings below it. */
  doubts?: (id: string | undefined) => ReactNode;
  /** Actions other than checking. */
  acts: (receipt: AnyReceipt | undefined) => ReactNode;
  /** Called when the requested receipt was recomputed and matches. */
  onMatch?: () => void;
};

/** A receipt, recomputed at once by the user's own browser. */
export function ReceiptPage({ asked, file, whose, share, lead, doubts, acts, onMatch }: ReceiptPageProps) {
  const { t } = useWords();
  const { keys, error: keysError, refetch } = useKeys();
  const value = file ? file.value : asked.data;
  const loaded = file !== undefined || asked.data !== undefined;
  const isOther = file !== undefined && !isNamedReceipt(value);
  const isNewer = newerVersion(value) !== undefined;
  const { check, again } = useCheck(
    whose === 'own' && !file ? recheckOwn : recheckAny,
    value,
    keys,
    loaded && !isOther && !isNewer,
  );
  const receipt = loaded && misfitOf(value) === undefined ? (value as AnyReceipt) : undefined;
  const signatures = useRounds(receipt, check.state === 'done' && keys !== undefined, check);
  const checked = check.state === 'done' && keys ? withSignatures(check.checked, signatures) : undefined;
  const holds = checked !== undefined && matches(checked);
  const counts = holds && !file && asked.data !== undefined;
  const matched = useEffectEvent(() => onMatch?.());
  useEffect(() => {
    if (counts) matched();
  }, [counts]);
  useEffect(checkLogWhenDue, []);
  const retry = () => {
    if (!keys) refetch();
    if (!loaded) void asked.refetch();
  };
  return (
    <>
      <PageBar
        title={t('titles.receipt')}
        onBack={useBack()}
        end={
          receipt && (
            <>
              {share?.(receipt)}
              <IconButton
                icon="download"
                size={20}
                label={t('receipt.save')}
                onClick={() => saveText(fileOf(receipt))}
              />
            </>
          )
        }
      />
      <main className={styles.page}>
        {lead}
        {isOther ? (
          <Verdict state="unable" title={t('receipt.notOne')} text={t('receipt.notOneText')} />
        ) : isNewer ? (
          <Verdict state="unable" title={t('receipt.newer')} text={t('receipt.newerText')} />
        ) : !loaded || (!keys && keysError) ? (
          <CannotLoad
            error={loaded ? keysError : asked.error}
            what={loaded ? 'keys' : whose}
            busy={asked.isFetching}
            onRetry={retry}
          />
        ) : (
          <Recomputed check={check.state === 'done' && checked ? { ...check, checked } : check} />
        )}
        {receipt && <ForeknowledgeNote receipt={receipt} />}
        {doubts?.(receipt?.order.id)}
        {checked && loaded && !holds && (
          <Differences
            checks={checked.checks}
            receipt={receipt}
            lead={t(file ? 'receipt.differs.file' : 'receipt.differs.never')}
            saved={receipt}
          />
        )}
        {receipt && (
          <>
            <div className={styles.column}>
              <OrderCard receipt={receipt} />
              <TapeTable receipt={receipt} checked={checked} />
            </div>
            <div className={styles.column}>
              <HashChain receipt={receipt} checked={checked} />
              <PriceSourceCard receipt={receipt} />
              <PriceOriginCard receipt={receipt} checks={checked?.checks} />
              <LogCard receipt={receipt} checked={checked} keys={keys?.logKeys ?? []} />
              {checked && (
                <CheckList receipt={receipt} checked={checked} signatures={signatures} isOwn={whose === 'own'} />
              )}
            </div>
          </>
        )}
        {(loaded || asked.error !== null) && (
          <Foot receipt={receipt} again={keys && again}>
            {acts(receipt)}
          </Foot>
        )}
      </main>
    </>
  );
}

/** A round without a valid signature changes the verdict, however late it is found. */
const withSignatures = (checked: Checked, signatures: Signatures): Checked =>
  signatures.state === 'done' && !signatures.check.ok
    ? { ...checked, checks: [...checked.checks, signatures.check] }
    : checked;

type FootProps = { receipt: AnyReceipt | undefined; again: (() => void) | undefined; children: ReactNode };

function Foot({ receipt, again, children }: FootProps) {
  const { t } = useWords();
  const [byHand, setByHand] = useState(false);
  const ManualCheckSheet = useTapped(
    byHand,
    async () => (await import('./ManualCheckSheet.tsx')).ManualCheckSheet,
    () => setByHand(false),
  );
  return (
    <>
      {receipt && (
        <div className={styles.acts}>
          <Button kind="proof" icon="refresh" disabled={!again} onClick={again}>
            {t('receipt.runAgain')}
          </Button>
          <Button kind="line" icon="code" onClick={() => setByHand(true)}>
            {t('receipt.byHand')}
          </Button>
        </div>
      )}
      {children}
      <Button small kind="soft" icon="info" onClick={() => openSheet('results')}>
        {t('help.results')}
      </Button>
      <ButtonLink small kind="soft" icon="records" to="/publiclog">
        {t('titles.publicLog')}
      </ButtonLink>
      {receipt && (
        <>
          <p className={styles.foot}>{t('receipt.order', { id: receipt.order.id })}</p>
          {ManualCheckSheet && <ManualCheckSheet receipt={receipt} open={byHand} onClose={() => setByHand(false)} />}
        </>
      )}
    </>
  );
}
