import { Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { texts } from '../texts';
import { loadWithMantine } from './load-page';

const Confirm = loadWithMantine(async () => (await import('../components/confirm')).Confirm);

const guarded = 'form[data-guard]';

/** Target of a navigation: a link, or a number of history steps. */
type Target = { readonly path: string } | { readonly steps: number };

/** Asks before a link, Back, Forward or a reload discards changes in forms with the attribute `data-guard`. */
export function UnsavedChanges() {
  const navigate = useNavigate();
  const [target, setTarget] = useState<Target | null>(null);
  const changed = useRef(new Set<Element>());
  useEffect(() => watchForms(changed.current, setTarget), []);
  const leave = async () => {
    changed.current.clear();
    if (target && 'steps' in target) window.history.go(target.steps);
    else if (target) await navigate(target.path);
    return null;
  };
  if (target === null) return null;
  return (
    <Suspense fallback={null}>
      <Confirm
        opened
        title={texts.unsaved.title}
        action={texts.unsaved.discard}
        onConfirm={leave}
        onClose={() => setTarget(null)}
      >
        {texts.unsaved.body}
      </Confirm>
    </Suspense>
  );
}

let onMove: ((event: PopStateEvent) => void) | null = null;
// Must run before the router's listener. Window calls listeners in the order in which they were added.
window.addEventListener('popstate', (event) => onMove?.(event));

// React Router numbers history entries.
const getEntry = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** Tracks changed forms and blocks navigation away from them. @returns a function that stops this */
function watchForms(changed: Set<Element>, stop: (target: Target) => void): () => void {
  let entry = 0;
  let isReturning = false;
  const hasChanges = () => [...changed].some((form) => form.isConnected);
  const onInput = ({ target: field }: Event) => {
    const form = field instanceof Element ? field.closest(guarded) : null;
    if (!form || (field instanceof Element && field.closest('[data-unguarded]'))) return;
    changed.add(form);
    entry = getEntry();
  };
  const onSubmit = ({ target: form }: Event) => void (form instanceof Element && changed.delete(form));
  const onClick = (event: MouseEvent) => {
    if (!hasChanges() || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || link.target || link.origin !== window.location.origin) return;
    event.preventDefault();
    event.stopPropagation();
    stop({ path: link.pathname + link.search });
  };
  // The browser has already navigated, so it returns to the form before the router notices.
  onMove = (event) => {
    if (!isReturning && !hasChanges()) return;
    event.stopImmediatePropagation();
    if (isReturning) return void (isReturning = false);
    const steps = getEntry() - entry;
    if (steps === 0) return;
    isReturning = true;
    window.history.go(-steps);
    stop({ steps });
  };
  const onUnload = (event: BeforeUnloadEvent) => {
    if (hasChanges()) event.preventDefault();
  };
  document.addEventListener('input', onInput, true);
  document.addEventListener('submit', onSubmit, true);
  document.addEventListener('click', onClick, true);
  window.addEventListener('beforeunload', onUnload);
  return () => {
    document.removeEventListener('input', onInput, true);
    document.removeEventListener('submit', onSubmit, true);
    document.removeEventListener('click', onClick, true);
    onMove = null;
    window.removeEventListener('beforeunload', onUnload);
  };
}
