import { useRef, useState, type DragEvent } from 'react';
import { PlainButton } from '../../components/plain-button';
import { toBytes } from '../../components/format';
import { XIcon } from '../../components/icons';
import { importTexts as words } from '../../texts/import';

interface Props {
  readonly files: readonly File[];
  /** Whether the files are being imported and cannot be replaced. */
  readonly isBusy: boolean;
  onChosen(files: readonly File[]): void;
  onRemoved(file: File): void;
}

/** Takes files from a dialog or by drag and drop, and shows their names and sizes. */
export function FileField({ files, isBusy, onChosen, onRemoved }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (list: FileList | null) => list && list.length > 0 && onChosen([...list]);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isBusy) take(event.dataTransfer.files);
  };
  const remove = (file: File) => {
    onRemoved(file);
    // The pressed button goes away.
    button.current?.focus();
  };
  return (
    <section
      className={isOver ? 'card drop over' : 'card drop'}
      aria-label={words.file}
      onDragOver={(event) => (event.preventDefault(), setOver(!isBusy))}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        setOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
      }
      onDrop={drop}
    >
      <div role="status">
        {files.map((file, index) => (
          <ChosenFile key={`${index} ${file.name}`} file={file} isBusy={isBusy} onRemove={() => remove(file)} />
        ))}
      </div>
      <p className="row">
        <PlainButton
          label={files.length > 0 ? words.chooseOthers : words.choose}
          ref={button}
          aria-describedby="file-formats"
          disabled={isBusy}
          onClick={() => input.current?.click()}
        />
        <span className="t3">{words.dropHere}</span>
      </p>
      <span id="file-formats" className="meta t3">
        {words.formats}
      </span>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept=".json,.jsonl,.ndjson,.csv,.tsv,.txt"
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // The same file can be chosen again, changed or after its removal.
          currentTarget.value = '';
        }}
      />
    </section>
  );
}

function ChosenFile({
  file: { name, size },
  isBusy,
  onRemove,
}: Pick<Props, 'isBusy'> & { file: File; onRemove: () => void }) {
  return (
    <p className="row">
      <b className="drop-name">
        <bdi>{name}</bdi>
      </b>
      <span className="t3">{toBytes(size)}</span>
      <button
        type="button"
        className="btn ghost"
        aria-label={words.removeFile(name)}
        disabled={isBusy}
        onClick={onRemove}
      >
        <XIcon size={14} />
      </button>
    </p>
  );
}
