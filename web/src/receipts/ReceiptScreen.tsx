import { saveText } from '@glasshouse/kit/save-file.ts';
import type { AnyReceipt } from '@glasshouse/protocol/orders/products';
import { type Checked, matches } from '@glasshouse/protocol/orders/receipt';
import { isNamedReceipt, misfitOf, newerVersion } from '@glasshouse/protocol/orders/receipt-form';
import { type ReactNode, useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { useAccount } from '../lib/account.ts';
import { useBack } from '../lib/back.ts';
import { receiptChecked } from '../lib/first-steps.ts';
import { lookAtLog } from '../lib/look-at-log.ts';
import { openSheet } from '../lib/sheets.ts';
import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Note } from '../ui/Note.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { Verdict } from '../ui/Verdict.tsx';
import { CheckList } from './CheckList.tsx';
import { Differences } from './Differences.tsx';
import { Doubts } from './Doubts.tsx';
import { FileButton } from './FileButton.tsx';
import { HandSheet } from './HandSheet.tsx';
import { HashChain } from './HashChain.tsx';
import { HeardCard } from './HeardCard.tsx';
import { LogCard } from './LogCard.tsx';
import { MadeCard } from './MadeCard.tsx';
import { OrderCard } from './OrderCard.tsx';
import styles from './Receipt.module.css';
import { fileOf, type ProductName, useKeys, useReceipt } from './receipt.ts';
import { TapeTable } from './TapeTable.tsx';
import { useCheck } from './use-check.ts';
import { type Signatures, useRounds } from './use-rounds.ts';
import { CannotLoad, Recomputed } from './Verdicts.tsx';

type Opened = { name: string; value: unknown };

/** A receipt, recomputed here and now by the reader's own browser: one of the user's orders, or a file from before. */
function ReceiptScreen({ of }: { of: ProductName }) {
  const { t } = useWords();
  const { id = '' } = useParams();
  const [file, setFile] = useState<Opened>();
  const own = useReceipt(of, id, file === undefined);
  const { keys, error: keysError, refetch } = useKeys();
  const value = file ? file.value : own.data;
  const loaded = file !== undefined || own.data !== undefined;
  const isOther = file !== undefined && !isNamedReceipt(value);
  const isNewer = newerVersion(value) !== undefined;
  const { check, again } = useCheck(value, keys, loaded && !isOther && !isNewer);
  const receipt = loaded && misfitOf(value) === undefined ? (value as AnyReceipt) : undefined;
  const { user } = useAccount();
  const signatures = useRounds(receipt, check.state === 'done' && keys !== undefined, check);
  const checked = check.state === 'done' && keys ? withSignatures(check.checked, signatures) : undefined;
  const holds = checked !== undefined && matches(checked);
  const counts = holds && !file && own.data !== undefined;
  useEffect(() => {
    if (counts && user) receiptChecked(user.id);
  }, [counts, user]);
  useEffect(lookAtLog, []);
  const retry = () => {
    if (!keys) refetch();
    if (!loaded) void own.refetch();
  };
  return (
    <>
      <PageBar
        title={t('titles.receipt')}
        onBack={useBack()}
        end={
          receipt && (
            <IconButton icon="download" size={20} label={t('receipt.save')} onClick={() => saveText(fileOf(receipt))} />
          )
        }
      />
      <main className={styles.page}>
        {file && <FromFile name={file.name} onClose={() => setFile(undefined)} />}
        {isOther ? (
          <Verdict state="unable" title={t('receipt.notOne')} text={t('receipt.notOneText')} />
        ) : isNewer ? (
          <Verdict state="unable" title={t('receipt.newer')} text={t('receipt.newerText')} />
        ) : !loaded || (!keys && keysError) ? (
          <CannotLoad
            error={loaded ? keysError : own.error}
            what={loaded ? 'keys' : 'receipt'}
            busy={own.isFetching}
            onRetry={retry}
          />
        ) : (
          <Recomputed check={check.state === 'done' && checked ? { ...check, checked } : check} />
        )}
        <Doubts id={receipt?.order.id ?? id} />
        {checked && loaded && !holds && (
          <Differences checks={checked.checks} receipt={receipt} isFile={file !== undefined} />
        )}
        {receipt && (
          <>
            <OrderCard receipt={receipt} />
            <TapeTable receipt={receipt} checked={checked} />
            <HashChain receipt={receipt} checked={checked} />
            <HeardCard receipt={receipt} />
            <MadeCard receipt={receipt} checks={checked?.checks} />
            <LogCard receipt={receipt} checked={checked} keys={keys?.logKeys ?? []} />
            {checked && <CheckList receipt={receipt} checked={checked} signatures={signatures} />}
          </>
        )}
        <Foot receipt={receipt} again={keys && again}>
          <FileButton onOpen={setFile} />
        </Foot>
      </main>
    </>
  );
}

export const ContractReceipt = () => <ReceiptScreen of="contract" />;
export const OptionReceipt = () => <ReceiptScreen of="option" />;
export const SpotReceipt = () => <ReceiptScreen of="spot" />;

/** A round that nobody signed turns the verdict, however late it is found. */
const withSignatures = (checked: Checked, signatures: Signatures): Checked =>
  signatures.state === 'done' && !signatures.check.ok
    ? { ...checked, checks: [...checked.checks, signatures.check] }
    : checked;

function FromFile({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useWords();
  return (
    <Note icon="upload">
      {t('receipt.fromFile', { name })}{' '}
      <button type="button" className={styles.link} onClick={onClose}>
        {t('receipt.backToOwn')}
      </button>
    </Note>
  );
}

type FootProps = { receipt: AnyReceipt | undefined; again: (() => void) | undefined; children: ReactNode };

function Foot({ receipt, again, children }: FootProps) {
  const { t } = useWords();
  const [byHand, setByHand] = useState(false);
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
          <HandSheet receipt={receipt} open={byHand} onClose={() => setByHand(false)} />
        </>
      )}
    </>
  );
}
