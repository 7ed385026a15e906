import { placesOf } from '@glasshouse/kit/format.ts';
import { useHidden } from '../lib/hidden.ts';
import { nameOf } from '../lib/wealth-names.ts';
import { useWords, Words } from '../lib/words.tsx';
import { Figures } from '../ui/Figures.tsx';
import { Money } from '../ui/Money.tsx';
import { Row } from '../ui/Row.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { Day } from './Figure.tsx';
import { HoldingTag, icons } from './HoldingTag.tsx';
import type { Holding } from './wealth.ts';

/** One order in the list: the product, its income so far, its end and its progress. */
export function HoldingRow({ holding }: { holding: Holding }) {
  const { locale } = useWords();
  const hidden = useHidden();
  const { id, terms, amount, earned, endsAt, endedAt } = holding;
  const until = terms.kind === 'pledge' || endedAt ? <TimeText at={endedAt ?? endsAt} /> : <Day at={endsAt} />;
  return (
    <Row
      to={`/finance/order/${id}`}
      icon={icons[terms.kind]}
      title={<b>{nameOf(locale, holding)}</b>}
      sub={
        <>
          <Words k={endedAt ? 'wealth.endedOn' : 'wealth.until'} date={until} />
          <br />
          <Words
            k="wealth.earnedSoFar"
            amount={<Money amount={earned} signed decimals={placesOf(earned)} hidden={hidden} />}
          />
        </>
      }
      value={
        <Figures below={<HoldingTag holding={holding} />}>
          <Money amount={amount} hidden={hidden} />
        </Figures>
      }
    />
  );
}
