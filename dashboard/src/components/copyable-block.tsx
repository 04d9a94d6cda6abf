import { useCopy } from './use-copy';
import { PlainButton } from './plain-button';

/** Shows a command or another text with a button that copies it. */
export function CopyableBlock({ text }: { text: string }) {
  const { label, copy } = useCopy(text);
  return (
    <div className="row copyable">
      <pre>{text}</pre>
      <PlainButton label={label} onClick={copy} aria-live="polite" />
    </div>
  );
}
