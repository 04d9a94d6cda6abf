import { XIcon } from './icons';
import { IconButton, PlainButton } from './plain-button';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { commonTexts as words } from '../texts/common';

interface ToastAction {
  readonly label: string;
  run(): void;
}

interface Toast {
  readonly message: ReactNode;
  readonly action?: ToastAction | undefined;
  readonly isFailure: boolean;
}

const shownMs = 8_000;
const listeners = new Set<() => void>();
let current: Toast | null = null;

function show(toast: Toast | null): void {
  current = toast;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Shows a message at the bottom left for 8 seconds. It replaces the previous message. */
export function showToast(message: ReactNode, action?: ToastAction): void {
  show({ message, action, isFailure: false });
}

/** Shows a failure, which stays until the user closes it. */
export function showFailure(message: string): void {
  show({ message, isFailure: true });
}

/** Renders toasts. The live region is always on the page, so that screen readers announce each message. */
export function Toasts() {
  const toast = useSyncExternalStore(subscribe, () => current);
  useEffect(() => {
    if (!toast || toast.isFailure) return;
    const timer = window.setTimeout(() => show(null), shownMs);
    return () => window.clearTimeout(timer);
  }, [toast]);
  return (
    <div className="toasts">
      <div aria-live="polite">{toast && !toast.isFailure && <ToastCard toast={toast} />}</div>
      {toast?.isFailure && (
        <div role="alert">
          <ToastCard toast={toast} />
        </div>
      )}
    </div>
  );
}

function ToastCard({ toast: { message, action, isFailure } }: { toast: Toast }) {
  const run = () => {
    show(null);
    action?.run();
  };
  return (
    <div className={`row toast ${isFailure ? 'failure' : ''}`}>
      <span className="grow">{message}</span>
      {action && <PlainButton look="sm" label={action.label} onClick={run} />}
      <IconButton look="ghost sm" icon={XIcon} label={words.dismiss} onClick={() => show(null)} />
    </div>
  );
}
