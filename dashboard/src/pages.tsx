import { useDocumentTitle } from '@mantine/hooks';
import { Fragment, Suspense, type ReactNode } from 'react';
import { Navigate, Route, Routes, useLocation, useSearchParams } from 'react-router';
import { EmptyState } from './components/empty-state';
import { FrontPage } from './components/front-page';
import { PageHeader } from './components/page-header';
import { PlainButton } from './components/plain-button';
import { Sentence } from './components/sentence';
import { PageSkeleton } from './components/skeleton';
import { useSession, useViewer } from './session/session';
import { loadWithMantine } from './shell/load-page';
import { allPages } from './shell/navigation';
import { readLastPlace, remembered, useProject } from './shell/project';
import { Link, noId, toUrl } from './shell/routing';
import { Shell } from './shell/shell';
import { useProjects } from './shell/use-projects';
import { shellTexts as words } from './texts/shell';

const SetupPage = loadWithMantine(async () => (await import('./setup/setup-page')).SetupPage);
const LoginPage = loadWithMantine(async () => (await import('./session/login-page')).LoginPage);
const SignInAgain = loadWithMantine(async () => (await import('./session/login-page')).SignInAgain);
const ConsentPage = loadWithMantine(async () => (await import('./session/consent-page')).ConsentPage);
const InvitationPage = loadWithMantine(async () => (await import('./session/invitation-page')).InvitationPage);

/** Shows the page for the URL and the session. */
export function Pages() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <SessionPages />
    </Suspense>
  );
}

function SessionPages() {
  const { state, reload } = useSession();
  const { pathname, search } = useLocation();
  switch (state.kind) {
    case 'loading':
      return <PageSkeleton />;
    case 'broken':
      return (
        <FrontPage title={words.didNotLoad}>
          <p className="alert" role="alert">
            {state.message}
          </p>
          <PlainButton look="pri" label={words.retry} onClick={() => void reload()} />
        </FrontPage>
      );
    case 'setup':
      return pathname === '/setup' ? <SetupPage /> : <Navigate to="/setup" replace />;
    case 'signed-out':
      if (pathname === '/invitation') return <InvitationPage />;
      return pathname === '/login' ? (
        <LoginPage />
      ) : (
        <Navigate to={`/login?next=${encodeURIComponent(pathname + search)}`} replace />
      );
    case 'signed-in':
      return (
        <>
          {/* The page stays, unless another user signs in. */}
          <Fragment key={state.viewer.user?.id}>{pathname === '/setup' ? <SetupPage /> : <SignedIn />}</Fragment>
          {state.hasEnded && (
            <Suspense fallback={null}>
              <SignInAgain />
            </Suspense>
          )}
        </>
      );
  }
}

function SignedIn() {
  return (
    <Routes>
      <Route path="/login" element={<AfterSignIn />} />
      <Route path="/authorize" element={<ConsentPage />} />
      <Route path="/settings" element={<InPlace path="/settings" />} />
      <Route path="/dashboard/:organization/:project" element={<Shell />}>
        {allPages.map(({ path, label, page: Page, hasParts, needsProject }) => (
          <Route
            key={path}
            path={hasParts ? `${path}/*` : path}
            element={
              needsProject ? (
                <WithProject title={label}>
                  <Page />
                </WithProject>
              ) : (
                <Page />
              )
            }
          />
        ))}
        <Route path="*" element={<NotFound />} />
      </Route>
      {allPages.map(({ path }) => (
        <Route key={path} path={`/dashboard/${path}/*`} element={<InPlace />} />
      ))}
      <Route path="/dashboard" element={<InPlace path="/home" />} />
      <Route path="/dashboard/:path" element={<InPlace />} />
      <Route path="*" element={<InPlace path="/home" />} />
    </Routes>
  );
}

// Short URLs such as /dashboard/requests open the page in the viewer's last project.
function InPlace({ path }: { path?: string }) {
  const { organization, project } = useViewer();
  const { pathname, search } = useLocation();
  const place = readLastPlace() ?? { organization: organization?.id ?? noId, project: project?.id ?? noId };
  const page = path ?? `${pathname.slice('/dashboard'.length)}${search}`;
  return <Navigate to={toUrl(place.organization, place.project, page)} state={remembered} replace />;
}

// Only pages of this dashboard, because the URL may come from another site.
function AfterSignIn() {
  const [params] = useSearchParams();
  const next = params.get('next') ?? '';
  return <Navigate to={/^\/(dashboard(\/|$)|(setup|authorize)(\?|$))/.test(next) ? next : '/dashboard'} replace />;
}

/** Shows a page of a project, or the way to the first project. */
function WithProject({ title, children }: { title: string; children: ReactNode }) {
  const { projectId } = useProject();
  return projectId === null ? <NoProject title={title} /> : children;
}

/** Reads the projects apart from the pages: while the code of a page is loading, React renders around it again and again, and each time a query beside it is sent. */
function NoProject({ title }: { title: string }) {
  const { choices, isComplete } = useProjects();
  // The shell opens a project as soon as one is known.
  if (!isComplete || choices.length > 0) return <PageSkeleton />;
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title={words.noProjectYet}>
        <Sentence text={words.noProjectHint} parts={{ project: <Link to="/project">{words.project}</Link> }} />
      </EmptyState>
    </>
  );
}

/** Shown for unknown URLs. */
function NotFound() {
  const { pathname } = useLocation();
  useDocumentTitle(words.notFoundTitle);
  return (
    <EmptyState title={words.pageNotFound} isPage>
      <Sentence
        text={words.notFoundHint}
        parts={{
          path: <span style={{ overflowWrap: 'anywhere' }}>{pathname}</span>,
          home: <Link to="/home">{words.homeLink}</Link>,
        }}
      />
    </EmptyState>
  );
}
