import '@mantine/core/styles.css';
import './styles/tokens.css';
import './styles/app.css';
import './styles/widgets.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { Toasts } from './components/toast';
import { Pages } from './pages';
import { SessionProvider } from './session/session-provider';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id "root".');

createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <SessionProvider>
        <Pages />
      </SessionProvider>
    </BrowserRouter>
    <Toasts />
  </StrictMode>,
);
