import { now } from '@glasshouse/kit/clock.ts';
import { formatWhole } from '@glasshouse/kit/format.ts';
import { saveText } from '@glasshouse/kit/save-file.ts';
import {
  type ExportName,
  exportRows,
  maxExportDays,
  maxExportParts,
  readExport,
} from '@glasshouse/protocol/backoffice/exports';
import { dayMs, utcDay } from '@glasshouse/protocol/utc-day';
import { useState } from 'react';
import { useAct } from '../lib/act.ts';
import { type Body, sentenceOf } from '../lib/call.ts';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { Pair } from './ActDialog.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { TextField } from './Field.tsx';
import { Note } from './Note.tsx';
import { Line, Stack } from './Page.tsx';

type Filter = NonNullable<Body<typeof readExport>['filter']>;
type ExportProps = {
  name: ExportName;
  filter?: Filter;
  /** The days the page is filtered by. An open end reaches as far as a file may. */
  days?: { from?: string; until?: string };
  /** The other filters of the page, in words. */
  words?: readonly string[];
};

/** Saves the listed data as a file, for roles that may. */
export function Export(props: ExportProps) {
  const { t } = useWords();
  const may = useMay();
  const [open, setOpen] = useState(false);
  if (!may('data.export')) return null;
  return (
    <>
      <Button icon="download" onClick={() => setOpen(true)}>
        {t('exports.open')}
      </Button>
      {open && <Days {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

const month = 30;

function Days({ name, filter, days, words = [], onClose }: ExportProps & { onClose: () => void }) {
  const { t } = useWords();
  const [until, setUntil] = useState(() => days?.until ?? utcDay(now()));
  const [from, setFrom] = useState(
    () => days?.from ?? utcDay(Date.parse(until) - (days ? maxExportDays - 1 : month) * dayMs),
  );
  const [isTooLong, setTooLong] = useState(false);
  const [rest, setRest] = useState(false);
  const read = useAct(readExport, { quiet: true });
  const isRight = from <= until && Date.parse(until) - Date.parse(from) < maxExportDays * dayMs;
  /** Asks for one part after another: each says where the next begins. */
  async function save() {
    setRest(true);
    setTooLong(false);
    try {
      const asked = { name, from, until, ...(filter && { filter }) };
      let part = await read.mutateAsync(asked);
      const parts = [part.csv];
      while (part.next !== null) {
        if (parts.length === maxExportParts) return setTooLong(true);
        part = await read.mutateAsync({ ...asked, after: part.next });
        parts.push(part.csv);
      }
      saveText({ name: part.filename, text: parts.join('') });
      onClose();
    } catch {
      // The error is shown below.
    } finally {
      setRest(false);
    }
  }
  return (
    <Dialog title={t(`exports.titles.${name}`)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isRight && !rest) void save();
        }}
      >
        <Stack>
          <Pair>
            <TextField label={t('exports.from')} type="date" value={from} onChange={setFrom} />
            <TextField
              label={t('exports.until')}
              type="date"
              value={until}
              error={isRight ? undefined : t('exports.days', { max: maxExportDays })}
              onChange={setUntil}
            />
          </Pair>
          <Note>
            {words.length > 0 && <b>{`${t('exports.only')} ${words.join('; ')}. `}</b>}
            {t('exports.about')}
          </Note>
          {isTooLong && (
            <Note tone="error" role="alert">
              {t('exports.tooLong', { max: formatWhole(maxExportParts * exportRows) })}
            </Note>
          )}
          {read.error && (
            <Note tone="error" role="alert">
              {sentenceOf(read.error)}
            </Note>
          )}
          <Line end>
            <Button kind="quiet" onClick={onClose}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit" kind="ink" busy={rest}>
              {t('exports.save')}
            </Button>
          </Line>
        </Stack>
      </form>
    </Dialog>
  );
}
