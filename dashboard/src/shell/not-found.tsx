import { useDocumentTitle } from '@mantine/hooks';
import { Sentence } from '../components/sentence';
import { useLocation } from 'react-router';
import { Link } from './routing';
import { EmptyState } from '../components/empty-state';
import { shellTexts as words } from '../texts/shell';

/** Shown for unknown URLs. */
export function NotFound() {
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
