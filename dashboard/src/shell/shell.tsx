import { Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation, useParams } from 'react-router';
import { useConnection } from '../api/connection';
import { PageSkeleton } from '../components/skeleton';
import { OfflineBanner } from './connection-state';
import { Crash } from './crash';
import { Header } from './header';
import { Palette } from './palette';
import { useCanonicalUrl } from './project';
import { PhoneSubpages, PhoneTabs, Sidebar } from './sidebar';
import { UnsavedChanges } from './unsaved-changes';
import { shellTexts as words } from '../texts/shell';

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
  const { state } = useConnection();
  return (
    <div className={state === 'offline' ? 'app is-offline' : 'app'}>
      <a className="skip" href="#main">
        {words.skipToContent}
      </a>
      <Header onSearch={() => setSearching(true)} />
      <Sidebar />
      <main className="main" id="main" tabIndex={-1}>
        <PhoneSubpages />
        <OfflineBanner />
        <Crash key={`${project} ${pathname.split('/')[4]}`}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </Crash>
      </main>
      <PhoneTabs />
      <UnsavedChanges />
      {isSearching && <Palette onClose={() => setSearching(false)} />}
    </div>
  );
}
