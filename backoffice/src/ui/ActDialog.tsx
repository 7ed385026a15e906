import type { Endpoint } from '@glasshouse/protocol/endpoint';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useAct } from '../lib/act.ts';
import { type Answer, type Body, Refused, sentenceOf } from '../lib/call.ts';
import { showToast } from '../lib/toast.ts';
import { useWords } from '../lib/words.tsx';
import styles from './ActDialog.module.css';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { AreaField } from './Field.tsx';
import { Note } from './Note.tsx';

type ActDialogProps<E extends Endpoint> = {
  endpoint: E;
  title: string;
  submit: string;
  danger?: boolean;
  wide?: boolean;
  /** Disables the submit button; the form says why. */
  disabled?: boolean;
  /** Explains the effect, and who will read the reason. */
  about?: ReactNode;
  reasonHelp?: string;
  /** Leaves out the reason, for acts on the operator's own account. */
  noReason?: boolean;
  body: (reason: string) => Body<E>;
  /** The fields that keep the form from being sent. */
  invalid?: () => readonly string[];
  changes: readonly Endpoint[];
  /** The toast after success. Left out if `onDone` shows its own result. */
  done?: string | ((answer: Answer<E>) => string);
  onDone?: (answer: Answer<E>) => void;
  onClose: () => void;
  children?: (wrong: (field: string) => string | undefined) => ReactNode;
};

/** The fields that were refused, with the submitted values. */
type Refusal = { fields: readonly string[]; asked: unknown; byServer: boolean };

const valueAt = (asked: unknown, field: string): unknown =>
  field.split('.').reduce((part, name) => (part as Record<string, unknown> | undefined)?.[name], asked);

/**
 * The refused fields that haven't been corrected. The form checks its own rules again as the operator types; a refusal
 * by the server counts until the field is changed.
 */
function stillRefused<B>({ fields, asked, byServer }: Refusal, now: B, brokenIn: (asked: B) => readonly string[]) {
  if (fields.length === 0) return [];
  const broken = byServer ? [] : brokenIn(now);
  return fields.filter((field) =>
    byServer ? JSON.stringify(valueAt(now, field)) === JSON.stringify(valueAt(asked, field)) : broken.includes(field),
  );
}

/** Confirms one act: its fields, the reason where others are affected, and the server's refusal. */
export function ActDialog<E extends Endpoint>(props: ActDialogProps<E>) {
  const {
    endpoint,
    title,
    submit,
    danger,
    wide,
    disabled,
    about,
    reasonHelp,
    noReason,
    body,
    invalid,
    changes,
    done,
    onDone,
    onClose,
  } = props;
  const { t } = useWords();
  const [reason, setReason] = useState('');
  const [refused, setRefused] = useState<Refusal>();
  const [problem, setProblem] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const first = refused && form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (!first) return;
    first.focus({ preventScroll: true });
    // Scroll to the middle, because header and footer cover the edges.
    first.scrollIntoView({ block: 'center' });
  }, [refused]);
  const act = useAct(endpoint, {
    changes,
    quiet: true,
    onDone: (answer) => {
      if (done) showToast('ok', typeof done === 'string' ? done : done(answer));
      if (onDone) onDone(answer);
      else onClose();
    },
  });
  /** The fields that the form itself refuses. */
  function brokenIn(asked: Body<E>): readonly string[] {
    const parsed = endpoint.input.safeParse(asked);
    const wrong = parsed.success ? [] : parsed.error.issues.map((issue) => issue.path.join('.'));
    return [...wrong, ...(invalid?.() ?? [])];
  }
  const stillWrong = refused ? stillRefused(refused, body(reason), brokenIn) : [];
  const wrong = (field: string) =>
    stillWrong.some((each) => each === field || each.startsWith(`${field}.`)) ? t('ui.fieldWrong') : undefined;

  function send() {
    const asked = body(reason);
    setProblem(undefined);
    const fields = brokenIn(asked);
    setRefused({ fields, asked, byServer: false });
    if (fields.length > 0) return;
    act.mutate(asked, {
      onError: (error) => {
        if (error instanceof Refused) setRefused({ fields: error.fields, asked, byServer: true });
        setProblem(sentenceOf(error));
      },
    });
  }
  return (
    <Dialog title={title} onClose={onClose} {...(wide && { wide })}>
      <form
        ref={form}
        noValidate
        className={styles.form}
        onChange={() => setProblem(undefined)}
        onSubmit={(event) => {
          event.preventDefault();
          if (!act.isPending && !disabled) send();
        }}
      >
        {about && <p className={styles.about}>{about}</p>}
        {props.children?.(wrong)}
        {!noReason && (
          <AreaField
            label={t('ui.reason')}
            help={reasonHelp ?? t('ui.reasonLogged')}
            error={stillWrong.includes('reason') ? t('ui.reasonShort') : undefined}
            maxLength={500}
            value={reason}
            onChange={setReason}
          />
        )}
        <div className={styles.foot}>
          {problem && (
            <Note tone="error" role="alert">
              {problem}
            </Note>
          )}
          <div className={styles.acts}>
            <Button kind="quiet" onClick={onClose}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit" kind={danger ? 'error' : 'ink'} busy={act.isPending} disabled={disabled}>
              {submit}
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  );
}

/** Two fields next to each other. */
export const Pair = ({ children }: { children: ReactNode }) => <div className={styles.pair}>{children}</div>;
