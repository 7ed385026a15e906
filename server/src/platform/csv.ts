// A spreadsheet reads a cell that begins like this as a formula. Amounts begin with a minus and are none.
const formula = /^[=+@\t\r]|^-(?![\d.]+$)/;

const cell = (text: string) => {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Rows as lines of a CSV file. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** Tells spreadsheets, at the very start of a file, that it is UTF-8. */
export const csvMark = '\uFEFF';

/** Rows as a whole CSV file. */
export const csvOf = (rows: readonly (readonly string[])[]): string => csvMark + csvLines(rows);
