// A spreadsheet reads a cell that begins like this as a formula. Amounts begin with a minus and are none.
const formula = /^[=+@\t\r]|^-(?![\d.]+$)/;

const cell = (text: string) => {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Rows as CSV text. The mark at the very start tells spreadsheets that it is UTF-8. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
