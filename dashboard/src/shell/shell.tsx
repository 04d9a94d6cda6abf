import { useHotkeys } from '@mantine/hooks';
import { Component, Suspense, useState, type ReactNode } from 'react';
import { Outlet, useLocation, useParams } from 'react-router';
import { useConnection } from '../api/connection';
import { PageSkeleton } from '../components/skeleton';
import { shellTexts as words } from '../texts/shell';
import { OfflineBanner } from './connection-state';
import { Header } from './header';
import { Palette } from './palette';
import { useCanonicalUrl } from './project';
import { PhoneSubpages, PhoneTabs, Sidebar } from './sidebar';
import { PageAnnouncement, useFocusOnPage } from './page-change';
import { UnsavedChanges } from './unsaved-changes';

/** Renders the frame around every page. */
export function Shell() {
  useCanonicalUrl();
  const [isSearching, setSearching] = useState(false);
  useHotkeys([['mod+K', () => setSearching(true)]], [], true);
  const { pathname } = useLocation();
  const { project } = useParams();
  const { state } = useConnection();
  useFocusOnPage();
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
      <PageAnnouncement />
      {isSearching && <Palette onClose={() => setSearching(false)} />}
    </div>
  );
}

/** Shows an error in the shell when a page throws. React supports error boundaries as classes only. */
class Crash extends Component<{ children: ReactNode }, { message: string | null }> {
  override state = { message: null };

  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    if (this.state.message === null) return this.props.children;
    return (
      <div className="alert" role="alert">
        <b>{words.somethingWentWrong}</b>
        <p>{this.state.message}</p>
        <a className="btn" href={window.location.pathname}>
          {words.openWithoutFilters}
        </a>
      </div>
    );
  }
}
