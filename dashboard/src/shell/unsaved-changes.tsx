import { Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { texts } from '../texts';
import { loadWithMantine } from './load-page';

const Confirm = loadWithMantine(async () => (await import('../components/confirm')).Confirm);

const guarded = 'form[data-guard]';

/** Asks before a link or reload discards changes in forms with the attribute `data-guard`. */
export function UnsavedChanges() {
  const navigate = useNavigate();
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    const changed = new Set<Element>();
    const hasChanges = () => [...changed].some((form) => form.isConnected);
    const onInput = ({ target: field }: Event) => {
      const form = field instanceof Element ? field.closest(guarded) : null;
      if (form) changed.add(form);
    };
    const onSubmit = ({ target: form }: Event) => void (form instanceof Element && changed.delete(form));
    const onClick = (event: MouseEvent) => {
      if (!hasChanges() || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement) || link.target || link.origin !== window.location.origin) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(link.pathname + link.search);
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
      window.removeEventListener('beforeunload', onUnload);
    };
  }, []);
  const leave = async () => {
    await navigate(target ?? '');
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
