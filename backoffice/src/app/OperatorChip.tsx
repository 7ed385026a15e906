import { Link, useLocation } from '@glasshouse/kit/router.tsx';
import { logOut } from '@glasshouse/protocol/operators/session';
import { useEffect, useRef, useState } from 'react';
import { useAct } from '../lib/act.ts';
import { useMe } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { leaveQueues } from '../review/Pending.tsx';
import { Button } from '../ui/Button.tsx';
import { SelectField } from '../ui/Field.tsx';
import { LanguageField } from '../ui/LanguageField.tsx';
import styles from './Frame.module.css';
import { forgetEverything } from './queries.ts';

type Theme = 'system' | 'light' | 'dark';
const themes: readonly Theme[] = ['system', 'light', 'dark'];

/** How this device shows the console; public/boot.js reads the same value before the first paint. */
function storedTheme(): Theme {
  const stored = localStorage.getItem('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') {
    localStorage.removeItem('theme');
    delete dataset.theme;
  } else {
    localStorage.setItem('theme', theme);
    dataset.theme = theme;
  }
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase();

/** The operator's name and role. The menu has their account, language, theme and logging out. */
export function OperatorChip() {
  const { t } = useWords();
  const { name, email, role } = useMe();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const [theme, setTheme] = useState(storedTheme);
  const chip = useRef<HTMLDivElement>(null);
  const leave = useAct(logOut, { onDone: forgetEverything });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (!open) return;
    const onPress = (event: Event) => chip.current?.contains(event.target as Node) || setOpen(false);
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    addEventListener('pointerdown', onPress);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('pointerdown', onPress);
      removeEventListener('keydown', onKey);
    };
  }, [open]);
  return (
    <div className={styles.chip} ref={chip}>
      <button type="button" className={styles.me} aria-expanded={open} onClick={() => setOpen(!open)}>
        <i className={styles.avatar} aria-hidden="true">
          {initials(name)}
        </i>
        <b>{name}</b> <span className={styles.role}>{t(`roles.${role}`)}</span>
      </button>
      {open && (
        <div className={styles.menu}>
          <small>{email}</small>
          <LanguageField />
          <SelectField
            label={t('app.theme')}
            hideLabel
            value={theme}
            onChange={(value) => {
              chooseTheme(value as Theme);
              setTheme(value as Theme);
            }}
          >
            {themes.map((each) => (
              <option key={each} value={each}>
                {t(`app.themes.${each}`)}
              </option>
            ))}
          </SelectField>
          <Link to="/self">{t('self.title')}</Link>
          <Button icon="logout" busy={leave.isPending} onClick={() => void leaveQueues().then(() => leave.mutate({}))}>
            {t('app.logOut')}
          </Button>
        </div>
      )}
    </div>
  );
}
