import type { KeyboardEvent } from 'react';

const typed = 'input:not([type=checkbox])';

/** Focuses the next field of the form if it is empty. Returns false if it is filled or there is none. */
export function focusNextField(field: HTMLInputElement): boolean {
  const fields = [...(field.form?.querySelectorAll<HTMLInputElement>(typed) ?? [])].filter((each) =>
    each.checkVisibility(),
  );
  const here = fields.indexOf(field);
  const next = here < 0 ? undefined : fields[here + 1];
  if (!next || next.value) return false;
  next.focus();
  return true;
}

/** Enter moves to the next field if that is empty, and otherwise sends the form. */
export function goToNextField(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return;
  if (focusNextField(event.target)) event.preventDefault();
}
