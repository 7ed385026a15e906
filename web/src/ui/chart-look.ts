import { ColorType, LineStyle } from 'lightweight-charts';

/** The current value of a design token. */
export const token = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--gh-${name}`).trim();

/** Axis labels grow half as fast as the text size, like icons, because the candles need the room. */
const axisText = () => 5.5 + (5.5 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)) / 16;

/** The current colors from the design tokens, because style sheets don't apply to a canvas. */
export function chartLook() {
  const crosshair = { color: token('control'), style: LineStyle.Dashed, labelBackgroundColor: token('ink') };
  return {
    chart: {
      layout: {
        background: { type: ColorType.Solid, color: 'transparent' } as const,
        textColor: token('text-3'),
        fontFamily: getComputedStyle(document.body).fontFamily,
        fontSize: axisText(),
      },
      grid: { vertLines: { color: token('line') }, horzLines: { color: token('line') } },
      crosshair: { vertLine: crosshair, horzLine: crosshair },
    },
    // Rising candles are hollow and falling ones solid, so that the shape alone shows the direction.
    series: {
      upColor: token('surface'),
      borderUpColor: token('up'),
      wickUpColor: token('up'),
      downColor: token('down'),
      borderDownColor: token('down'),
      wickDownColor: token('down'),
      priceLineColor: token('ink'),
      priceLineStyle: LineStyle.Dotted,
    },
  };
}

/** Calls back when the theme or the color convention changes. */
export function whenLookChanges(callback: () => void): () => void {
  const root = new MutationObserver(callback);
  root.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-updown'] });
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', callback);
  return () => {
    root.disconnect();
    system.removeEventListener('change', callback);
  };
}
