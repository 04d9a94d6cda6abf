import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { focusPage } from '../components/keep-focus';

/** Moves the focus to a page that opens if the link to it is gone, so that Tab does not begin at the top of the frame. */
export function useFocusOnPage(): void {
  const page = useLocation().pathname.split('/').slice(4).join('/');
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    focusPage();
  }, [page]);
}

/** Announces the title of a page that opens. Screen readers do it themselves only if the browser loads a document. */
export function PageAnnouncement() {
  const [title, setTitle] = useState('');
  useEffect(() => {
    const observer = new MutationObserver(() => setTitle(document.title));
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, []);
  return (
    <p className="unseen" aria-live="polite">
      {title}
    </p>
  );
}
