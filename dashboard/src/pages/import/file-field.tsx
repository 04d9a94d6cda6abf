import { useRef, useState, type DragEvent } from 'react';
import { toBytes } from '../../components/format';
import { XIcon } from '../../components/icons';
import { importTexts as words } from '../../texts/import';

interface Props {
  /** The chosen file. Null shows the field to choose one. */
  readonly file: { readonly name: string; readonly size: number } | null;
  onChosen(file: File): void;
  onRemoved(): void;
}

/** Takes a file from a dialog or by drag and drop, and shows its name and size. */
export function FileField({ file, onChosen, onRemoved }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onChosen(dropped);
  };
  const remove = () => {
    onRemoved();
    // The pressed button goes away.
    button.current?.focus();
  };
  return (
    <section
      className={isOver ? 'card drop over' : 'card drop'}
      aria-label={words.file}
      onDragOver={(event) => (event.preventDefault(), setOver(true))}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        setOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
      }
      onDrop={drop}
    >
      <p className="row" role="status">
        {file && (
          <>
            <b className="drop-name">
              <bdi>{file.name}</bdi>
            </b>
            <span className="t3">{toBytes(file.size)}</span>
            <button type="button" className="btn ghost" aria-label={words.removeFile(file.name)} onClick={remove}>
              <XIcon size={14} aria-hidden />
            </button>
          </>
        )}
      </p>
      <p className="row">
        <button
          ref={button}
          type="button"
          className="btn"
          aria-describedby="file-formats"
          onClick={() => input.current?.click()}
        >
          {file ? words.chooseAnother : words.choose}
        </button>
        <span className="t3">{words.dropHere}</span>
      </p>
      <span id="file-formats" className="meta t3">
        {words.formats}
      </span>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,.jsonl,.ndjson,.csv,.tsv,.txt"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) onChosen(chosen);
          // The same file can be chosen again, changed or after its removal.
          currentTarget.value = '';
        }}
      />
    </section>
  );
}
