import { useWords } from '../lib/words.tsx';
import { Pair } from '../ui/ActDialog.tsx';
import { TextField } from '../ui/Field.tsx';

type SpanProps = {
  from: string;
  until: string;
  onFrom: (from: string) => void;
  onUntil: (until: string) => void;
  wrong: (field: string) => string | undefined;
};

/** A time span in the operator's own time zone. */
export function Span({ from, until, onFrom, onUntil, wrong }: SpanProps) {
  const { t } = useWords();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Pair>
      <TextField
        label={t('site.from')}
        help={zone}
        type="datetime-local"
        error={wrong('from')}
        value={from}
        onChange={onFrom}
      />
      <TextField
        label={t('site.until')}
        help={zone}
        type="datetime-local"
        error={wrong('until') && t('site.untilLater')}
        value={until}
        onChange={onUntil}
      />
    </Pair>
  );
}
