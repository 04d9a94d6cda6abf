import { useDocumentTitle } from '@mantine/hooks';
import { useLocation } from 'react-router';
import { Link } from './routing';
import { EmptyState } from '../components/empty-state';

/** Shown for unknown URLs. */
export function NotFound() {
  const { pathname } = useLocation();
  useDocumentTitle('Not found · memory-gateway');
  return (
    <EmptyState title="Page not found">
      <span style={{ overflowWrap: 'anywhere' }}>{pathname}</span> does not exist. Choose a page in the navigation, or
      go <Link to="/home">home</Link>.
    </EmptyState>
  );
}
