import type { ReactNode } from 'react';
import { Link } from '../lib/router.tsx';
import styles from './Text.module.css';

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'bullets' | 'numbers'; items: string[] }
  | { kind: 'table'; head: string[]; rows: string[][] };

const bullet = /^- /;
const number = /^\d+\. /;

const cellsOf = (line: string) =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
const isTable = (lines: readonly string[]) => lines.length > 2 && lines.every((line) => /^\|.*\|$/.test(line));

/**
 * Parses the subset of Markdown that our texts use: headings, paragraphs, two kinds of list, tables. Blank lines
 * separate blocks.
 */
export function blocksOf(source: string): Block[] {
  return source
    .trim()
    .split(/\n{2,}/)
    .map((block): Block => {
      const lines = block.split('\n');
      if (block.startsWith('#')) return { kind: 'heading', text: block.replace(/^#+ /, '') };
      if (isTable(lines)) {
        const [head, , ...rows] = lines.map(cellsOf);
        return { kind: 'table', head: head!, rows };
      }
      const mark = [bullet, number].find((each) => lines.every((line) => each.test(line)));
      if (!mark) return { kind: 'paragraph', text: lines.join(' ') };
      return { kind: mark === bullet ? 'bullets' : 'numbers', items: lines.map((line) => line.replace(mark, '')) };
    });
}

// Bold, emphasis, or a link to a page of this site; our texts have no other links.
const span = /\*\*(.+?)\*\*|\*(.+?)\*|\[(.+?)\]\((\/[^)]*)\)/g;

function TextLink({ to, label }: { to: string; label: string }) {
  return <Link to={to}>{label}</Link>;
}

function inline(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(span)) {
    const [whole, bold, emphasis, label, to] = match;
    parts.push(text.slice(end, match.index));
    if (bold) parts.push(<b key={match.index}>{bold}</b>);
    else if (emphasis) parts.push(<em key={match.index}>{emphasis}</em>);
    else parts.push(<TextLink key={match.index} to={to!} label={label!} />);
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}

// A table with long words scrolls on its own, without the page.
function Table({ head, rows }: { head: string[]; rows: string[][] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by keyboard
    <section className={styles.table} aria-label={head.join(', ')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                {inline(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join()}>
              {row.map((cell, i) => (
                <td key={head[i]}>{inline(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The id of a heading by its place in a text. */
export const headingId = (text: string, place: number): string => `${text}-${place}`;

function blockView(block: Block, key: number, Heading: 'h2' | 'h3', name: string) {
  if (block.kind === 'heading')
    return (
      <Heading key={key} id={headingId(name, key)} tabIndex={-1}>
        {inline(block.text)}
      </Heading>
    );
  if (block.kind === 'paragraph') return <p key={key}>{inline(block.text)}</p>;
  if (block.kind === 'table') return <Table key={key} head={block.head} rows={block.rows} />;
  const List = block.kind === 'bullets' ? 'ul' : 'ol';
  return (
    <List key={key}>
      {block.items.map((item) => (
        <li key={item}>{inline(item)}</li>
      ))}
    </List>
  );
}

/** Renders our Markdown as elements; it can't produce raw HTML. */
export function Markdown({ name, source, heading = 'h2' }: { name: string; source: string; heading?: 'h2' | 'h3' }) {
  return blocksOf(source).map((block, i) => blockView(block, i, heading, name));
}
