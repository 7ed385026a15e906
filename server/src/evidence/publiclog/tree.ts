import { rootAt, type Subtrees } from '@glasshouse/protocol/publiclog/merkle';
import { rootOver, subtreesFrom, type Tile, tileWidth } from '@glasshouse/protocol/publiclog/tiles';
import type { Db } from '#platform/database/db.ts';
import { sha } from '#platform/security/signer.ts';
import * as table from './sql.ts';

/**
 * The right edge of the log's tree: for every level of tiles, the hashes of the last tile, which isn't full. This is
 * all that appending needs.
 */
export type Edge = { size: number; levels: Uint8Array[][] };

/** The hashes of a tile, as stored in the database. */
export function hashesIn(db: Db, { level, index, width }: Tile & { level: number }): Promise<Buffer[]> {
  const from = index * tileWidth;
  return level === 0 ? table.hashesOf(db, from, from + width) : table.nodesOf(db, level, from, from + width);
}

/** The tree over the first leaves, as stored in the database. */
export const treeOver = (db: Db, size: number): Subtrees =>
  subtreesFrom(async (tile) => Buffer.concat(await hashesIn(db, tile as Tile & { level: number })), size, sha);

/** Reads the end of the log. */
export async function readEdge(db: Db): Promise<Edge> {
  const size = await table.sizeOf(db);
  const levels: Uint8Array[][] = [];
  for (let [level, count] = [0, size]; count > 0; level++, count = Math.floor(count / tileWidth)) {
    const tile = { level, index: Math.floor(count / tileWidth), width: count % tileWidth };
    levels.push(tile.width > 0 ? await hashesIn(db, tile) : []);
  }
  return { size, levels };
}

/** The edge after these leaves are added, and the roots of the tiles that became full. */
export async function grow(edge: Edge, leaves: readonly Uint8Array[]): Promise<{ edge: Edge; nodes: table.NodeRow[] }> {
  const levels = edge.levels.map((level) => [...level]);
  const nodes: table.NodeRow[] = [];
  let { size } = edge;
  for (const leaf of leaves) {
    size++;
    let hash = leaf;
    for (let level = 0; ; level++) {
      const tile = levels[level] ?? [];
      levels[level] = tile;
      tile.push(hash);
      if (tile.length < tileWidth) break;
      hash = await rootOver(tile, sha);
      levels[level] = [];
      nodes.push({ level: level + 1, place: size / tileWidth ** (level + 1) - 1, hash });
    }
  }
  return { edge: { size, levels }, nodes };
}

/** The root of the entire log. */
export const rootOf = ({ size, levels }: Edge): Promise<Uint8Array> =>
  rootAt(
    subtreesFrom(async ({ level }) => Buffer.concat(levels[level as number]!), size, sha),
    size,
    sha,
  );
