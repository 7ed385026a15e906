import { classes } from '@glasshouse/kit/classes.ts';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import type { Receipt } from '@glasshouse/protocol/contracts/calls';
import type { Checked } from '@glasshouse/protocol/contracts/receipt';
import { useId } from 'react';
import { useWords } from '../../lib/words.tsx';
import { Card } from '../../ui/Card.tsx';
import { Hash } from '../../ui/Hash.tsx';
import styles from './Receipt.module.css';

type Link = { title: string; text: string; hash: string; decides?: boolean };

/** How the ticks hang together: from the one the slip names to the one that is signed. */
export function HashChain({ receipt, checked }: { receipt: Receipt; checked: Checked | undefined }) {
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

function linksOf(
  { order, headHash, runs }: Receipt,
  checked: Checked | undefined,
  t: ReturnType<typeof useWords>['t'],
) {
  const ticks = runs.flatMap((run) => run.ticks);
  const { checkpoint } = runs.at(-1)!;
  const placeOf = (slot: number | undefined) => ticks.findIndex((tick) => tick.slot === slot);
  const entry = placeOf(order.entry?.slot);
  const exit = placeOf(order.exit?.slot);
  const number = (place: number) => tickNumber(ticks[place]!.slot);
  const holds = checked?.checks.find(({ name }) => name === 'tape')?.ok === true;
  const links: Link[] = [
    {
      title: t('receipt.chain.head', { number: tickNumber(order.headSlot) }),
      text: t('receipt.chain.headText'),
      hash: headHash,
    },
  ];
  if (entry >= 0)
    links.push({
      title: t('receipt.chain.entry', { number: number(entry) }),
      text: t(ticks[entry]!.heard ? 'receipt.chain.heardText' : 'receipt.chain.entryText'),
      hash: ticks[entry]!.hash,
      decides: true,
    });
  if (exit > entry)
    links.push({
      title: t('receipt.chain.exit', { number: number(exit) }),
      text: t(holds ? 'receipt.chain.unbroken' : 'receipt.chain.links', { count: exit - entry }),
      hash: ticks[exit]!.hash,
      decides: true,
    });
  links.push({
    title: t('receipt.chain.signed', { number: tickNumber(checkpoint.slot) }),
    text: t('receipt.chain.signedText'),
    hash: checkpoint.root,
  });
  return links;
}
