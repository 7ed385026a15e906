// Many browsers also name the browsers they are compatible with, so specific names come before general ones.
const browsers = [
  ['MicroMessenger/', 'WeChat'],
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['YaBrowser/', 'Yandex Browser'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;
const longest = 512;

const nameIn = (text: string, names: readonly (readonly [string, string])[]) =>
  names.find(([mark]) => text.includes(mark))?.[1];

/** Browser and system named in the user agent. They are claims and prove nothing. Unknown ones are undefined. */
export function deviceOf(userAgent: string): { browser: string | undefined; system: string | undefined } {
  const text = userAgent.slice(0, longest);
  return { browser: nameIn(text, browsers), system: nameIn(text, systems) };
}
