import { formatWhole } from '@glasshouse/kit/format.ts';
import { saveFile } from '@glasshouse/kit/save-file.ts';
import { toHex } from '@glasshouse/protocol/bytes';
import { useQuery } from '@tanstack/react-query';
import { useBack } from '../lib/back.ts';
import { readLogEntry, readNow } from '../lib/log.ts';
import { useLogKey } from '../lib/log-query.ts';
import { useParams } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Hash } from '../ui/Hash.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { Verdict } from '../ui/Verdict.tsx';
import { wordsOf } from './entry-words.tsx';
import { Part } from './Part.tsx';
import styles from './PublicLog.module.css';

const shownBytes = 512;

const numberOf = (typed: string | undefined) => (/^\d{1,15}$/.test(typed ?? '') ? Number(typed) : undefined);

/**
 * An entry with the newest checkpoint it was checked against; `entry` is `undefined` if it doesn't match, `null` if it
 * doesn't exist.
 */
async function readUnder(key: string, place: number) {
  const { head } = await readNow(key);
  return { head, entry: place < head.size ? await readLogEntry(head, place) : null };
}
type Found = Awaited<ReturnType<typeof readUnder>>;
type ProvenEntry = NonNullable<Found['entry']>;

/** One entry of the log: its content, its bytes, and its inclusion proof, checked in this browser. */
export function EntryScreen() {
  const { t } = useWords();
  const place = numberOf(useParams().place);
  const { site, key } = useLogKey();
  const isEmpty = site.data?.key === null && key === undefined;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['log', 'entry', place, key],
    queryFn: () => readUnder(key!, place!),
    enabled: place !== undefined && key !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });
  const failed = error ?? (key === undefined ? site.error : null);
  const retry = () => void (key === undefined ? site.refetch() : refetch());
  return (
    <>
      <PageBar title={t('titles.logEntry')} onBack={useBack()} />
      <main className={styles.page}>
        {place === undefined || isEmpty || data?.entry === null ? (
          <Empty
            title={t('log.noEntry')}
            text={t('log.noEntryText')}
            action={
              <ButtonLink small kind="soft" to="/publiclog">
                {t('titles.publicLog')}
              </ButtonLink>
            }
          />
        ) : data ? (
          <Checked place={place} entry={data.entry ?? undefined} size={data.head.size} />
        ) : failed ? (
          <Verdict
            state="unreached"
            title={t('log.failed')}
            text={t('log.failedText')}
            action={
              <Button small kind="soft" busy={isFetching || site.isFetching} onClick={retry}>
                {t('ui.tryAgain')}
              </Button>
            }
          />
        ) : (
          <Verdict
            state="busy"
            title={t('tape.checking')}
            awaited={{ result: true, text: t('log.isAt', { place, size: place }) }}
          />
        )}
        {data?.entry && <Shown entry={data.entry} root={toHex(data.head.root)} />}
        {data?.entry && place !== undefined && <Neighbours place={place} size={data.head.size} />}
      </main>
    </>
  );
}

function Checked({ place, entry, size }: { place: number; entry: ProvenEntry | undefined; size: number }) {
  const { t } = useWords();
  const numbers = { place: formatWhole(place), size: formatWhole(size) };
  const holds = entry?.holds === true;
  return (
    <Verdict
      state={holds ? 'ok' : 'wrong'}
      title={t('tape.recomputed')}
      result={t(holds ? 'tape.matches' : 'tape.differs')}
      text={t(holds ? 'log.isAt' : 'log.isNotAt', numbers)}
    />
  );
}

function Shown({ entry: { place, bytes, leaf, path }, root }: { entry: ProvenEntry; root: string }) {
  const { t } = useWords();
  const { title, line, hashes, parts = [], text } = wordsOf(bytes);
  const hex = toHex(bytes.subarray(0, shownBytes));
  return (
    <>
      <Part title={title} text={line}>
        {hashes.length + parts.length > 0 && (
          <KeyValues>
            {parts.map(({ name, value }) => (
              <KeyValue key={name} label={name}>
                {value}
              </KeyValue>
            ))}
            {hashes.map(([name, value]) => (
              <KeyValue key={name} label={t(`log.fields.${name}`)}>
                <Hash value={value} label={t(`log.fields.${name}`)} />
              </KeyValue>
            ))}
          </KeyValues>
        )}
        {text && <pre className={styles.note}>{text}</pre>}
      </Part>
      <Part title={t('log.way')} text={t('log.wayText')}>
        <KeyValues>
          <KeyValue label={t('log.leaf')}>
            <Hash value={toHex(leaf)} label={t('log.leaf')} />
          </KeyValue>
          {path.map((hash, step) => (
            <KeyValue key={step} label={t('log.step', { number: step + 1 })}>
              <Hash value={toHex(hash)} label={t('log.step', { number: step + 1 })} />
            </KeyValue>
          ))}
          <KeyValue label={t('log.root')}>
            <Hash value={root} label={t('log.root')} />
          </KeyValue>
        </KeyValues>
      </Part>
      <Part title={t('log.bytes')} text={t('log.bytesText')}>
        <pre className={styles.note}>{bytes.length > shownBytes ? `${hex}…` : hex}</pre>
        <Button
          small
          kind="line"
          icon="download"
          onClick={() => saveFile(`log-entry-${place}.bin`, [new Uint8Array(bytes)], 'application/octet-stream')}
        >
          {t('log.saveBytes')}
        </Button>
      </Part>
    </>
  );
}

function Neighbours({ place, size }: { place: number; size: number }) {
  const { t } = useWords();
  return (
    <nav className={styles.neighbours} aria-label={t('log.neighbours')}>
      {place > 0 && (
        <ButtonLink small kind="soft" to={`/publiclog/${place - 1}`} replace>
          {t('log.before')}
        </ButtonLink>
      )}
      {place + 1 < size && (
        <ButtonLink small kind="soft" to={`/publiclog/${place + 1}`} replace>
          {t('log.after')}
        </ButtonLink>
      )}
    </nav>
  );
}
