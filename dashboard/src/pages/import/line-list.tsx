import { importTexts } from '../../texts/import';

interface Props {
  readonly title: string;
  readonly lines: readonly { readonly line: number | string; readonly message: string }[];
}

const shown = 50;

/** Lists records of the file with their errors. */
export function LineList({ title, lines }: Props) {
  if (lines.length === 0) return null;
  return (
    <div className="body">
      <h3>{title}</h3>
      <ul className="lines">
        {lines.slice(0, shown).map(({ line, message }, index) => (
          <li key={index}>
            <span className="mono t3">{importTexts.lineNumber(line)}</span> {message}
          </li>
        ))}
      </ul>
      {lines.length > shown && <p className="meta t3">{importTexts.more(lines.length - shown)}</p>}
    </div>
  );
}
