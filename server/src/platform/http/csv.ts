// A spreadsheet reads a cell that begins like this as a formula. Amounts begin with a minus and aren't formulas.
// So is one with the wide forms of East Asian keyboards.
const formula = /^\s*[=+@＝＋－＠]|^[\t\r\n]|^\s*-(?![\d.]+$)/;
// A spreadsheet that uses another separator than the comma, as in much of Europe, may see the beginning of a cell
// within ours, quoted or not.
const formulaWithin = /([;|\t\r\n]["'\s]*)(?=[=+@＝＋－＠-])/g;

const cell = (text: string) => {
  const safe = (formula.test(text) ? `'${text}` : text).replaceAll(formulaWithin, "$1'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Rows as lines of a CSV file. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** The byte order mark, which tells spreadsheets that a file is UTF-8. */
export const csvMark = '\uFEFF';

/** Rows as a complete CSV file. */
export const csvOf = (rows: readonly (readonly string[])[]): string => csvMark + csvLines(rows);
