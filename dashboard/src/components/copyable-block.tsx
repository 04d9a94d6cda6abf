import { useCopy } from './use-copy';
import { PlainButton } from './plain-button';
import { commonTexts as words } from '../texts/common';

/** Shows a command or another text with a button that copies it. */
export function CopyableBlock({ text }: { text: string }) {
  const { outcome, copy } = useCopy(text);
  return (
    <div className="copyable">
      <pre>{text}</pre>
      <PlainButton
        label={outcome === 'copied' ? words.copied : outcome === 'failed' ? words.copyFailed : words.copy}
        onClick={copy}
        aria-live="polite"
      />
    </div>
  );
}
