// Before the first paint: sets theme and language, then requests what the page will need (lib/boot-handoff.ts).
(() => {
  const root = document.documentElement;
  // Retries a style sheet that failed to load, a limited number of times at growing intervals. Nothing else would, and
  // the page would stay unstyled.
  addEventListener(
    'error',
    ({ target }) => {
      if (target.rel !== 'stylesheet') return;
      const again = target.cloneNode();
      const tries = Number(target.dataset.tries ?? 0) + 1;
      if (tries > 20) return;
      again.dataset.tries = tries;
      setTimeout(() => target.replaceWith(again), Math.min(1000 * tries, 30_000));
    },
    true,
  );
  const place = location.pathname.replace(/\/+$/, '');
  const stored = (name) => JSON.parse(localStorage.getItem(name) ?? '{}').state ?? {};
  const isDesk = () => matchMedia('(min-width: 64rem) and (min-height: 481px)').matches;
  // The browser's language, chosen like spokenBy in kit/src/languages.ts: the words load before that code does.
  const locales = ['en-US', 'zh-CN', 'zh-HK', 'ja-JP', 'ko-KR', 'vi-VN', 'ru-RU', 'fr-FR'];
  const nearest = (tag) => {
    const [name, ...parts] = tag.toLowerCase().split('-');
    if (name !== 'zh') return locales.find((locale) => locale.startsWith(`${name}-`));
    const isTraditional = !parts.includes('hans') && parts.some((part) => /^(hant|tw|hk|mo)$/.test(part));
    return isTraditional ? 'zh-HK' : 'zh-CN';
  };
  let language = navigator.languages.slice(0, 20).map(nearest).find(Boolean) ?? 'en-US';
  let coin = 'BTC';
  let known = {};
  try {
    language = localStorage.getItem('language') ?? language;
    const { theme, updown } = stored('preferences');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    const auto = /^(zh|ja|ko)/.test(language) ? 'red-up' : 'green-up';
    root.dataset.updown = updown === 'red-up' || updown === 'green-up' ? updown : auto;
    coin = stored('ticket').symbol ?? coin;
    known = JSON.parse(localStorage.getItem('known') ?? '{}') ?? known;
  } catch {
    // Storage may be blocked; then the defaults apply.
  }
  root.lang = language;
  const wanted = {
    '/home': { words: ['home'], quotes: {} },
    '/market': { words: ['market'], quotes: {} },
    '/contract': {
      words: ['market', 'contracts', 'assets'],
      quotes: isDesk() ? {} : { symbols: [new URLSearchParams(location.search).get('symbol')?.toUpperCase() ?? coin] },
      calls: ['/index/contract/rules'],
    },
    '/shared': { words: ['receipts', 'contracts', 'options', 'market', 'help', 'assets'] },
  }[place || '/home'];
  const early = { since: performance.now(), answers: {}, mounting: new Promise((done) => setTimeout(done, 300)) };
  window.early = early;

  const { words } = document.currentScript.dataset;
  if (locales.includes(language))
    for (const part of ['app', ...(wanted?.words ?? [])]) {
      const link = document.createElement('link');
      Object.assign(link, {
        rel: 'preload',
        as: 'fetch',
        crossOrigin: 'anonymous',
        href: `${words}${part}.${language}.json`,
      });
      document.head.append(link);
    }

  const token = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '';
  const headers = { 'content-type': 'application/json', think_lang: language, 'x-xsrf-token': token };
  const ask = (path, options) => {
    early.answers[path] = fetch(path, { headers, ...options });
    early.answers[path].catch(() => {}); // the code that needs it asks again
  };
  ask('/index/site/getsite');
  for (const path of wanted?.calls ?? []) ask(path, { method: 'POST', body: '{}' });

  // In the splash: the last price known on this device, gray with its time, then the live one. After five seconds
  // without a tick it is no longer live.
  const symbol = wanted?.quotes?.symbols?.[0];
  let still;
  const show = (price, said) => {
    const place = document.getElementById('quote');
    if (!place)
      return document.getElementById('root')?.hasChildNodes() || requestAnimationFrame(() => show(price, said));
    const about = document.createElement('span');
    about.textContent = said ? `${symbol}/USDT · ${said}` : `${symbol}/USDT`;
    place.replaceChildren(price.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ','), about);
    place.className = said ? 'known' : '';
  };
  const showFrame = ({ kind, time, slot, quotes, ticks }) => {
    const price = kind === 'snapshot' ? quotes[0]?.price : kind === 'ticks' ? ticks[0]?.[1] : undefined;
    if (!price || time - slot * 500 > 5000) return;
    show(price);
    clearTimeout(still);
    still = setTimeout(() => document.getElementById('quote')?.classList.add('known'), 5000);
  };
  const { at = 0, said, prices } = known;
  // The text has the time without the date.
  if (typeof prices?.[symbol] === 'string' && Date.now() - at < 3_600_000) show(prices[symbol], said);

  if (!wanted?.quotes) return;
  const watch = { topic: 'quotes', ...wanted.quotes };
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/live`);
  const heard = [];
  early.live = { socket, watch, heard };
  socket.onopen = () => socket.send(JSON.stringify({ op: 'watch', watch }));
  socket.onmessage = ({ data }) => {
    heard.push({ data, at: Date.now() });
    if (symbol) showFrame(JSON.parse(data));
  };
  // If the app doesn't load, nothing uses the connection.
  setTimeout(() => early.live && socket.close(), 30_000);
})();
