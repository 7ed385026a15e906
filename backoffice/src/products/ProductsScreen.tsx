import { Link } from '@glasshouse/kit/router.tsx';
import { listVersions, publishVersion } from '@glasshouse/protocol/wealth/office';
import { useState } from 'react';
import { usePages } from '../lib/ask.ts';
import { sentenceOf } from '../lib/call.ts';
import { useChoices } from '../lib/choices.ts';
import { costOf, perThousand, productName, promiseWords, type Version } from '../lib/products.ts';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { More } from '../ui/More.tsx';
import { Note } from '../ui/Note.tsx';
import { Card, Line, Page } from '../ui/Page.tsx';
import { Segments } from '../ui/Segments.tsx';
import { Blank, Bones, Table } from '../ui/Table.tsx';
import { useWaiting, Waiting } from '../ui/Waiting.tsx';
import { EditProduct } from './EditProduct.tsx';
import { type Act, ProductActs } from './ProductActs.tsx';
import styles from './Products.module.css';
import { states, VersionsDialog } from './VersionsDialog.tsx';

type Opened = { about: Version; what: Act | 'edit' | 'next' | 'versions' } | 'new';

/** The product catalog: published, draft and closed versions. */
export function ProductsScreen() {
  const { t } = useWords();
  const may = useMay();
  const [choices, choose] = useChoices(['state']);
  const state = states.find((each) => each === choices.state) ?? 'published';
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const pages = usePages(
    listVersions,
    (before) => ({ state, limit: 50, ...(typeof before === 'string' && { before }) }),
    { state },
  );
  const rows = pages.data?.pages.flatMap(({ list }) => list) ?? [];
  return (
    <Page
      title={t('nav.products')}
      about={t('products.about')}
      acts={
        may('site.write') && (
          <Button kind="ink" icon="plus" onClick={() => setOpened('new')}>
            {t('products.add')}
          </Button>
        )
      }
    >
      <Segments
        label={t('products.show')}
        choices={states.map((one) => [one, t(`products.states.${one}`)] as const)}
        value={state}
        onChange={(to) => choose({ state: to })}
      />
      <Waiting actions={[publishVersion]} />
      <Card>
        {pages.isPending && <Bones rows={8} />}
        {pages.error && (
          <Note tone="error" role="alert">
            {sentenceOf(pages.error)}
          </Note>
        )}
        {pages.data && rows.length === 0 && <Blank title={t('products.none')}>{t('products.noneText')}</Blank>}
        {rows.length > 0 && (
          <>
            <Table
              caption={t('nav.products')}
              rows={rows}
              keyOf={({ product, version }) => `${product}.${version}`}
              columns={[
                { label: t('products.product'), show: (row) => <Name of={row} /> },
                { label: t('products.terms'), show: ({ offer }) => promiseWords(offer.terms) },
                {
                  label: t('products.perThousand'),
                  align: 'right',
                  show: ({ offer }) => <Gain of={offer} />,
                },
                {
                  label: t('products.taken'),
                  align: 'right',
                  show: ({ offer: { terms, quota }, taken }) =>
                    t('products.takenOf', { taken: costOf(terms, taken), quota: costOf(terms, quota) }),
                },
                {
                  label: <span className="vh">{t('ui.acts')}</span>,
                  align: 'narrow',
                  show: (about) => <Acts of={about} open={(what) => setOpened({ about, what })} />,
                },
              ]}
            />
            <More pages={pages} />
          </>
        )}
      </Card>
      {opened && <Dialogs opened={opened} onSaved={() => choose({ state: 'draft' })} onClose={close} />}
    </Page>
  );
}

function Name({ of: { product, version, offer } }: { of: Version }) {
  const { t } = useWords();
  return (
    <span className={styles.name}>
      <b>{productName(offer)}</b>
      <small>{t('products.numbered', { product, version })}</small>
    </span>
  );
}

/** The gain on 1,000 USDT. A machine's price is spent, and the line says so. */
function Gain({ of: { terms } }: { of: Version['offer'] }) {
  const { t } = useWords();
  return (
    <span className={styles.name}>
      {perThousand(terms)}
      {terms.kind === 'machine' && <small>{t('products.afterPrice')}</small>}
    </span>
  );
}

function Acts({ of, open }: { of: Version; open: (what: Exclude<Opened, 'new'>['what']) => void }) {
  const { t } = useWords();
  const may = useMay();
  const write = may('site.write');
  // A draft can't be changed while a request to publish it waits.
  const asked = useWaiting([publishVersion]).find(({ subject }) => subject === `product:${of.product}.${of.version}`);
  return (
    <Line>
      {of.state === 'draft' && asked && (
        <Link to="/approvals">
          {t('products.waitsFor', { roles: asked.deciders.map((role) => t(`roles.${role}`)).join(', ') })}
        </Link>
      )}
      {write && of.state === 'draft' && !asked && (
        <>
          <Button kind="quiet" onClick={() => open('edit')}>
            {t('ui.change')}
          </Button>
          <Button kind="quiet" onClick={() => open('publish')}>
            {t('products.publish')}
          </Button>
          <Button kind="quiet" onClick={() => open('delete')}>
            {t('products.delete')}
          </Button>
        </>
      )}
      {write && of.state !== 'draft' && (
        <Button kind="quiet" onClick={() => open('next')}>
          {t('products.next')}
        </Button>
      )}
      <Button kind="quiet" onClick={() => open('versions')}>
        {t('products.versions')}
      </Button>
      {write && of.state === 'published' && (
        <Button className={styles.final} onClick={() => open('close')}>
          {t('products.close')}
        </Button>
      )}
    </Line>
  );
}

type DialogsProps = { opened: Opened; onSaved: () => void; onClose: () => void };

function Dialogs({ opened, onSaved, onClose }: DialogsProps) {
  if (opened === 'new') return <EditProduct onSaved={onSaved} onClose={onClose} />;
  const { about, what } = opened;
  if (what === 'edit' || what === 'next') return <EditProduct from={about} onSaved={onSaved} onClose={onClose} />;
  if (what === 'versions') return <VersionsDialog of={about} onClose={onClose} />;
  return <ProductActs of={about} act={what} onClose={onClose} />;
}
