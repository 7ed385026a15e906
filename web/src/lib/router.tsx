import { Router as KitRouter } from '@glasshouse/kit/router.tsx';
import type { ReactNode } from 'react';
import { leaveLayers, watchLayers } from './layers.ts';

export {
  Link,
  type LinkProps,
  matchPath,
  Navigate,
  Params,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from '@glasshouse/kit/router.tsx';

/** The app's router: open sheets leave the history before the page changes. */
export const Router = ({ children }: { children: ReactNode }) => (
  <KitRouter leave={leaveLayers} watch={watchLayers}>
    {children}
  </KitRouter>
);
