import { useEffect, useState } from 'react';
import { commonTexts as words } from '../texts/common';

const shownMs = 2_000;

// Fallback for pages without TLS, where browsers block the clipboard API.
function copyTheOldWay(text: string): boolean {
  let done = false;
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    done = true;
  };
  document.addEventListener('copy', give, true);
  try {
    document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', give, true);
  }
  return done;
}

async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyTheOldWay(text);
  }
}

/** Copies a text to the clipboard. For a moment after each copy, the label of the button says how it went. */
export function useCopy(text: string, label: string = words.copy) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = window.setTimeout(() => setOutcome(null), shownMs);
    return () => window.clearTimeout(timer);
  }, [outcome]);
  const shown = outcome === 'copied' ? words.copied : outcome === 'failed' ? words.copyFailed : label;
  const copy = () => void toClipboard(text).then((done) => setOutcome(done ? 'copied' : 'failed'));
  return { isCopied: outcome === 'copied', label: shown, copy };
}
