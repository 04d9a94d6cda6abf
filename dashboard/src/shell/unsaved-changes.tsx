import { Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { commonTexts } from '../texts/common';
import { loadWithMantine } from './load-page';

const Confirm = loadWithMantine(async () => (await import('../components/confirm')).Confirm);

const guarded = 'form[data-guard]';
const changedForms = 'form[data-dirty=unsent]';

/** Target of a navigation: a link, or a number of history steps. */
type Target = { readonly path: string } | { readonly steps: number };

/** Asks before a link, Back, Forward or a reload discards changes in forms that `Form` guards. */
export function UnsavedChanges() {
  const navigate = useNavigate();
  const [target, setTarget] = useState<Target | null>(null);
  const discarded = useRef(new WeakSet<Element>());
  useEffect(() => watchForms(discarded.current, setTarget), []);
  const leave = async () => {
    for (const form of document.querySelectorAll(changedForms)) discarded.current.add(form);
    if (target && 'steps' in target) window.history.go(target.steps);
    else if (target) await navigate(target.path);
    return null;
  };
  if (target === null) return null;
  return (
    <Suspense fallback={null}>
      <Confirm
        opened
        title={commonTexts.unsaved.title}
        action={commonTexts.unsaved.discard}
        onConfirm={leave}
        onClose={() => setTarget(null)}
      >
        {commonTexts.unsaved.body}
      </Confirm>
    </Suspense>
  );
}

let onMove: ((event: PopStateEvent) => void) | null = null;
// Must run before the router's listener. Window calls listeners in the order in which they were added.
window.addEventListener('popstate', (event) => onMove?.(event));

// React Router numbers history entries.
const getEntry = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** Blocks navigation away from changed forms. @returns a function that stops this */
function watchForms(discarded: WeakSet<Element>, stop: (target: Target) => void): () => void {
  let entry = 0;
  let isReturning = false;
  const hasChanges = () => [...document.querySelectorAll(changedForms)].some((form) => !discarded.has(form));
  // Remembers the place of the form in the history: filters add entries later.
  const onUse = ({ target }: Event) => {
    if (target instanceof Element && target.closest(guarded)) entry = getEntry();
  };
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
  document.addEventListener('focusin', onUse, true);
  document.addEventListener('click', onClick, true);
  window.addEventListener('beforeunload', onUnload);
  return () => {
    document.removeEventListener('focusin', onUse, true);
    document.removeEventListener('click', onClick, true);
    onMove = null;
    window.removeEventListener('beforeunload', onUnload);
  };
}
