import { useEffect, useState } from 'react';

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

/** Copies a text to the clipboard. `outcome` is set for a moment after each copy. */
export function useCopy(text: string): { readonly outcome: 'copied' | 'failed' | null; copy(): void } {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = window.setTimeout(() => setOutcome(null), shownMs);
    return () => window.clearTimeout(timer);
  }, [outcome]);
  return { outcome, copy: () => void toClipboard(text).then((done) => setOutcome(done ? 'copied' : 'failed')) };
}
