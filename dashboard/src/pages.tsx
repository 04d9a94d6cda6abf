import { Alert, Button, Center, Loader } from '@mantine/core';
import { Navigate, Route, Routes, useLocation, useSearchParams } from 'react-router';
import { FrontPage } from './components/front-page';
import { LoginPage } from './session/login-page';
import { useSession } from './session/session';
import { SetupPage } from './setup/setup-page';
import { InvitationPage } from './session/invitation-page';
import { navigation } from './shell/navigation';
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
      return pathname === '/login' ? <LoginPage /> : <Navigate to={`/login?next=${encodeURIComponent(pathname + search)}`} replace />;
    case 'signed-in':
      return pathname === '/setup' ? <SetupPage /> : <SignedIn />;
  }
}

function SignedIn() {
  return (
    <Routes>
      <Route path="/login" element={<Onward />} />
      <Route path="/settings" element={<Navigate to="/dashboard/settings" replace />} />
      <Route path="/dashboard" element={<Shell />}>
        {navigation.flatMap(({ items }) => items).map(({ path, page: Page }) => (
          <Route key={path} path={`${path}/*`} element={<Page />} />
        ))}
        <Route path="*" element={<Navigate to="/dashboard/requests" replace />} />
      </Route>
      <Route path="*" element={<Navigate to="/dashboard/requests" replace />} />
    </Routes>
  );
}

// Only to pages of this dashboard: the address may have been written by somebody else.
function Onward() {
  const [params] = useSearchParams();
  const next = params.get('next') ?? '';
  return <Navigate to={/^\/(dashboard(\/|$)|setup(\?|$))/.test(next) ? next : '/dashboard/requests'} replace />;
}
