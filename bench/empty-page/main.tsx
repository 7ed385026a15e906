import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../../web/src/ui/base.css';
import root from '../../web/src/app/Root.module.css';
import bar from '../../web/src/ui/PageBar.module.css';
import tabs from '../../web/src/ui/TabBar.module.css';

// A React page with the app's frame, fonts and styles, and nothing else: no data, no router, no words to load.
const sections: [IconName, string][] = [
  ['home', 'Home'],
  ['market', 'Market'],
  ['contract', 'Trade'],
  ['finance', 'Wealth'],
  ['user', 'Account'],
  ['about', 'Help'],
];

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <div className={root.shell} data-tabs="/">
      <header className={bar.bar}>
        <h1 className={`${bar.title} ${bar.large}`}>Glasshouse</h1>
      </header>
      <main className={root.skeleton}>
        <p>There is nothing on this page.</p>
      </main>
      <nav className={tabs.bar} aria-label="Sections">
        {sections.map(([icon, name], place) => (
          <a key={icon} href="/" className={tabs.tab} aria-current={place === 0 ? 'page' : undefined}>
            <Icon name={icon} className={tabs.icon} />
            {name}
          </a>
        ))}
      </nav>
    </div>
  </StrictMode>,
);
