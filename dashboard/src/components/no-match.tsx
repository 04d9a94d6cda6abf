import { PlainButton } from './plain-button';
import { commonTexts as words } from '../texts/common';
import { EmptyState } from './empty-state';
import { useUrlFilters } from './use-url-filters';

/** Shows that no row meets the filters in the URL, with a button that removes all of them. */
export function NoMatch({ title }: { title: string }) {
  const { params, change } = useUrlFilters();
  return (
    <EmptyState title={title}>
      <PlainButton
        label={words.clearFilters}
        onClick={() => change(Object.fromEntries([...params.keys()].map((name) => [name, null])))}
      />
    </EmptyState>
  );
}
