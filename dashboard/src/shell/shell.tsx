import { Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation, useParams } from 'react-router';
import { PageSkeleton } from '../components/skeleton';
import { Crash } from './crash';
import { Header } from './header';
import { loadWithMantine } from './load-page';
import { useCanonicalUrl } from './project';
import { PhoneSubpages, PhoneTabs, Sidebar } from './sidebar';
import { UnsavedChanges } from './unsaved-changes';
import { shellTexts as words } from '../texts/shell';

const Palette = loadWithMantine(async () => (await import('./palette')).Palette);

/** Renders the frame around every page. */
export function Shell() {
  useCanonicalUrl();
  const [isSearching, setSearching] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setSearching(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  const { pathname } = useLocation();
  const { project } = useParams();
  return (
    <div className="app">
      <a className="skip" href="#main">
        {words.skipToContent}
      </a>
      <Header onSearch={() => setSearching(true)} />
      <Sidebar />
      <main className="main" id="main" tabIndex={-1}>
        <PhoneSubpages />
        <Crash key={`${project} ${pathname.split('/')[4]}`}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </Crash>
      </main>
      <PhoneTabs />
      <UnsavedChanges />
      {isSearching && (
        <Suspense fallback={null}>
          <Palette onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </div>
  );
}
