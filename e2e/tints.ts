import type { Page } from '@playwright/test';
import { openDevtools } from './story.ts';

type Snapshot = {
  strings: string[];
  documents: {
    nodes: { parentIndex: number[]; nodeName: number[] };
    layout: { nodeIndex: number[] };
    textBoxes: { layoutIndex: number[]; bounds: number[][] };
  }[];
};

/**
 * The position of each price that has moved and of its tint. The tint is generated text of a style sheet, which only
 * the browser can measure.
 */
export async function tintsOf(page: Page): Promise<{ figure: string; tint: string }[]> {
  const devtools = await openDevtools(page);
  const { strings, documents } = (await devtools.send('DOMSnapshot.captureSnapshot', {
    computedStyles: [],
  })) as Snapshot;
  await devtools.detach();
  const { nodes, layout, textBoxes } = documents[0]!;
  const placesOf = (name: string) =>
    new Map(
      textBoxes.layoutIndex.flatMap((of, at) => {
        const node = layout.nodeIndex[of]!;
        const place = textBoxes.bounds[at]!.map((each) => each.toFixed(2)).join(' ');
        return strings[nodes.nodeName[node]!] === name ? [[nodes.parentIndex[node]!, place] as const] : [];
      }),
    );
  const figures = placesOf('#text');
  return [...placesOf('::after')].map(([holder, tint]) => ({ figure: figures.get(holder) ?? 'nowhere', tint }));
}
