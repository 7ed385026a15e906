import * as contracts from '#trading/contracts/contracts.ts';
import * as options from '#trading/options/options.ts';
import * as spot from '#trading/spot/spot.ts';

// All products that the tape ends; a new one adds its line to each.

/** What the public log has of them. */
export const products = [contracts.product, options.product, spot.product];
/** How the tape ends them. */
export const endings = [contracts.ending, options.ending, spot.ending];
/** How everybody can recompute them. */
export const exportedProducts = [contracts.exported, options.exported, spot.exported];
