import { Activity } from 'react';
import { lazily } from '../lib/lazily.ts';
import { MarketList } from './MarketList.tsx';
import { useView, useViewPlace } from './use-view.ts';

const SymbolView = lazily(async () => (await import('./SymbolView.tsx')).SymbolView);
const TapeView = lazily(async () => (await import('./TapeView.tsx')).TapeView);

/** The market tab: the list, one coin, or the tape. The list keeps its state while another view is open. */
export function MarketScreen() {
  const view = useView();
  useViewPlace(view.name === 'symbol' ? view.symbol : view.name);
  return (
    <>
      <Activity mode={view.name === 'list' ? 'visible' : 'hidden'}>
        <MarketList />
      </Activity>
      {view.name === 'symbol' && <SymbolView key={view.symbol} symbol={view.symbol} />}
      {view.name === 'tape' && <TapeView />}
    </>
  );
}
