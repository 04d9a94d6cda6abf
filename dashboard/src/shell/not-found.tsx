import { useDocumentTitle } from '@mantine/hooks';
import { useLocation } from 'react-router';
import { Link } from './routing';
import { EmptyState } from '../components/empty-state';
import { shellTexts as words } from '../texts/shell';

/** Shown for unknown URLs. */
export function NotFound() {
  const { pathname } = useLocation();
  useDocumentTitle('Not found · memory-gateway');
  return (
    <EmptyState title={words.pageNotFound}>
      <span style={{ overflowWrap: 'anywhere' }}>{pathname}</span> {words.notFoundHint}{' '}
      <Link to="/home">{words.homeLink}</Link>.
    </EmptyState>
  );
}
