import { formatTime } from '@glasshouse/kit/format.ts';
import { Tag, type Tone } from '@glasshouse/kit/Tag.tsx';
import { listVersions } from '@glasshouse/protocol/wealth/office';
import { usePages } from '../lib/ask.ts';
import { sentenceOf } from '../lib/call.ts';
import { productName, promiseWords, type Version } from '../lib/products.ts';
import { useWords } from '../lib/words.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { More } from '../ui/More.tsx';
import { Note } from '../ui/Note.tsx';
import { Bones, Table } from '../ui/Table.tsx';

export const states = ['published', 'draft', 'closed'] as const;
const tones: Record<Version['state'], Tone> = { published: 'ok', draft: 'amber', closed: 'neutral' };

type Who = Version['writtenBy'];

/** Every version of a product: who wrote it, which two published it, who closed it, and when. */
export function VersionsDialog({ of: { product, offer }, onClose }: { of: Version; onClose: () => void }) {
  const { t } = useWords();
  const pages = usePages(
    listVersions,
    (before) => ({ product, limit: 20, ...(typeof before === 'string' && { before }) }),
    { product },
  );
  const rows = pages.data?.pages.flatMap(({ list }) => list) ?? [];
  const whoWhen = (at: string | null, who: Who, second: Who = null) => {
    if (at === null) return '–';
    const first = who?.name ?? t('products.installed');
    const names = second ? t('audit.two', { first, second: second.name }) : first;
    return t('products.whoWhen', { who: names, time: formatTime(at) });
  };
  return (
    <Dialog wide title={t('products.versionsOf', { name: productName(offer) })} onClose={onClose}>
      {pages.isPending && <Bones />}
      {pages.error && (
        <Note tone="error" role="alert">
          {sentenceOf(pages.error)}
        </Note>
      )}
      {rows.length > 0 && (
        <>
          <Table
            caption={t('products.versions')}
            rows={rows}
            keyOf={({ version }) => String(version)}
            columns={[
              { label: t('settings.number'), align: 'narrow', show: ({ version }) => version },
              { label: t('products.terms'), show: (row) => promiseWords(row.offer.terms) },
              {
                label: t('users.status'),
                align: 'narrow',
                show: ({ state }) => <Tag tone={tones[state]}>{t(`products.states.${state}`)}</Tag>,
              },
              { label: t('products.written'), show: ({ writtenAt, writtenBy }) => whoWhen(writtenAt, writtenBy) },
              {
                label: t('products.published'),
                show: ({ publishedAt, publishedBy, approvedBy }) => whoWhen(publishedAt, publishedBy, approvedBy),
              },
              { label: t('products.ended'), show: ({ closedAt, closedBy }) => whoWhen(closedAt, closedBy) },
            ]}
          />
          <More pages={pages} />
        </>
      )}
    </Dialog>
  );
}
