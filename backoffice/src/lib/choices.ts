import { useSearchParams } from '@glasshouse/kit/router.tsx';
import { useEffect, useRef, useState } from 'react';

/** The filters of a page. They are in its address, so that a link, a reload and Back lead to the same list. */
export function useChoices<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams();
  const choices = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<Name, string>;
  const choose = (part: Partial<Record<Name, string>>) => {
    const after = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(part)) {
      if (value) after.set(name, String(value));
      else after.delete(name);
    }
    setParams(after, { replace: true });
  };
  return [choices, choose] as const;
}

const pause = 250;

/** The text of a field that filters a list. Applied when typing pauses, not at each key. */
export function useTyped(
  applied: string,
  apply: (text: string) => void,
  isValid: (text: string) => boolean = () => true,
) {
  const [text, setText] = useState(applied);
  const latest = useRef(apply);
  latest.current = apply;
  const typed = text.trim();
  const mayApply = isValid(typed);
  useEffect(() => setText((before) => (before.trim() === applied ? before : applied)), [applied]);
  useEffect(() => {
    if (!mayApply || typed === applied) return;
    const timer = setTimeout(() => latest.current(typed), pause);
    return () => clearTimeout(timer);
  }, [typed, applied, mayApply]);
  return [text, setText] as const;
}
