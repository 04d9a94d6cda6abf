import { Anchor } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link, useLocation } from 'react-router';
import { EmptyState } from '../components/empty-state';

/** What stands at an address of the dashboard that has no page. */
export function NotFound() {
  const { pathname } = useLocation();
  useDocumentTitle('Not found · memory-gateway');
  return (
    <EmptyState title="There is no such page">
      <span style={{ overflowWrap: 'anywhere' }}>{pathname}</span> leads nowhere. Choose a page in the navigation, or go
      to the{' '}
      <Anchor component={Link} to="/dashboard">
        first page
      </Anchor>
      .
    </EmptyState>
  );
}
