import { classes } from '@glasshouse/kit/classes.ts';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import type { Checked } from '@glasshouse/protocol/orders/receipt';
import { useId } from 'react';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { Hash } from '../ui/Hash.tsx';
import type { ShownReceipt } from './products/product.ts';
import { marksOf } from './products/registry.tsx';
import styles from './Receipt.module.css';

type Link = { title: string; text: string; hash: string; decides?: boolean };

/** How the ticks are linked, from the one that the slip names to the signed one. */
export function HashChain({ receipt, checked }: { receipt: ShownReceipt; checked: Checked | undefined }) {
  const { t } = useWords();
  const id = useId();
  return (
    <Card pad aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{t('receipt.chain.title')}</h2>
      <p className={styles.lead}>{t('receipt.chain.text')}</p>
      <ol className={styles.chain}>
        {linksOf(receipt, checked, t).map(({ title, text, hash, decides }) => (
          <li key={title}>
            <i className={classes(styles.node, decides && styles.on)} />
            <span>
              <b>{title}</b>
              <small>{text}</small>
            </span>
            <Hash value={hash} label={title} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function linksOf(receipt: ShownReceipt, checked: Checked | undefined, t: ReturnType<typeof useWords>['t']) {
  const { order, headHash, runs } = receipt;
  const ticks = runs.flatMap((run) => run.ticks);
  const { checkpoint } = runs.at(-1)!;
  const holds = checked?.checks.find(({ name }) => name === 'tape')?.ok === true;
  const head: Link = {
    title: t('receipt.chain.head', { number: tickNumber(order.headSlot) }),
    text: t(receipt.slip ? 'receipt.chain.headText' : 'receipt.device.head'),
    hash: headHash,
  };
  const links: Link[] = [];
  let entry: number | undefined;
  for (const { of, slot } of marksOf(receipt)) {
    const place = ticks.findIndex((tick) => tick.slot === slot);
    // Two marks on one tick are shown once. The tick of a strike is the one before the order, which is shown anyway.
    if (place < 0 || place === entry || of === 'strike') continue;
    if (of !== 'quote' && links.length === 0) links.push(head);
    const count = entry === undefined ? 0 : place - entry;
    links.push({
      title: t(`receipt.chain.${of}`, { number: tickNumber(slot) }),
      text:
        of === 'exit' && count > 0
          ? t(holds ? 'receipt.chain.unbroken' : 'receipt.chain.links', { count })
          : t(ticks[place]!.heard ? 'receipt.chain.heardText' : 'receipt.chain.entryText'),
      hash: ticks[place]!.hash,
      decides: true,
    });
    if (of === 'quote') links.push(head);
    if (of === 'entry') entry = place;
  }
  const signed: Link = {
    title: t('receipt.chain.signed', { number: tickNumber(checkpoint.slot) }),
    text: t('receipt.chain.signedText'),
    hash: checkpoint.root,
  };
  return [...(links.includes(head) ? [] : [head]), ...links, signed];
}
