// A spreadsheet reads a cell that begins like this as a formula. Amounts begin with a minus and are none.
const formula = /^\s*[=+@]|^[\t\r\n]|^\s*-(?![\d.]+$)/;
// One that separates cells otherwise than by commas, as in much of Europe, may see the beginning of a cell within ours, quoted or not.
const formulaWithin = /([;|\t\r\n]["'\s]*)(?=[=+@-])/g;

const cell = (text: string) => {
  const safe = (formula.test(text) ? `'${text}` : text).replaceAll(formulaWithin, "$1'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Rows as lines of a CSV file. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** Tells spreadsheets, at the very start of a file, that it is UTF-8. */
export const csvMark = '\uFEFF';

/** Rows as a whole CSV file. */
export const csvOf = (rows: readonly (readonly string[])[]): string => csvMark + csvLines(rows);
