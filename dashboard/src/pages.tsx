import { Alert, Button, Center, Loader } from '@mantine/core';
import { Navigate, Route, Routes, useLocation, useSearchParams } from 'react-router';
import { FrontPage } from './components/front-page';
import { LoginPage } from './session/login-page';
import { useSession, useViewer } from './session/session';
import { SetupPage } from './setup/setup-page';
import { InvitationPage } from './session/invitation-page';
import { navigation } from './shell/navigation';
import { NotFound } from './shell/not-found';
import { Shell } from './shell/shell';

/** What stands at which address, for whom. */
export function Pages() {
  const { state, reload } = useSession();
  const { pathname, search } = useLocation();
  switch (state.kind) {
    case 'loading':
      return (
        <Center mih="100dvh">
          <Loader aria-label="Loading" />
        </Center>
      );
    case 'broken':
      return (
        <FrontPage title="No answer">
          <Alert color="red" role="alert">
            {state.message}
          </Alert>
          <Button onClick={() => void reload()}>Try again</Button>
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
      return pathname === '/setup' ? <SetupPage /> : <SignedIn />;
  }
}

function SignedIn() {
  const home = useHome();
  return (
    <Routes>
      <Route path="/login" element={<Onward />} />
      <Route path="/settings" element={<Navigate to="/dashboard/settings" replace />} />
      <Route path="/dashboard" element={<Shell />}>
        <Route index element={<Navigate to={home} replace />} />
        {navigation
          .flatMap(({ items }) => items)
          .map(({ path, page: Page, hasParts }) => (
            <Route key={path} path={hasParts ? `${path}/*` : path} element={<Page />} />
          ))}
        <Route path="*" element={<NotFound />} />
      </Route>
      <Route path="*" element={<Navigate to={home} replace />} />
    </Routes>
  );
}

// READERs may not look into the request log.
function useHome(): string {
  const { isAdmin, project } = useViewer();
  return isAdmin || project?.viewerRole !== 'READER' ? '/dashboard/requests' : '/dashboard/memories';
}

// Only to pages of this dashboard: the address may have been written by somebody else.
function Onward() {
  const [params] = useSearchParams();
  const home = useHome();
  const next = params.get('next') ?? '';
  return <Navigate to={/^\/(dashboard(\/|$)|setup(\?|$))/.test(next) ? next : home} replace />;
}
