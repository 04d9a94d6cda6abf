import type { EntityType } from '../../../../client/generated/graphql';
import { Segments } from '../../components/segments';
import { useUrlFilters } from '../../components/use-url-filters';
import { EntityGraph } from './entity-graph';
import { EntityTimeline } from './entity-timeline';
import { entitiesTexts as words } from '../../texts/entities';

interface Props {
  readonly projectId: string | null;
  readonly type: EntityType;
  readonly name: string;
}

const views = [
  { value: 'timeline', label: words.timeline },
  { value: 'graph', label: words.graph },
] as const;

/** Shows the memories of an entity as a timeline or a graph. The URL stores the choice. */
export function EntityMemories(props: Props) {
  const { params, change } = useUrlFilters();
  const isGraph = params.get('view') === 'graph';
  return (
    <section className="card" aria-label={isGraph ? words.graph : words.timeline}>
      <header>
        <h2>{isGraph ? words.graph : words.timeline}</h2>
        <span className="meta t3 grow">{!isGraph && words.utc}</span>
        <Segments
          label={words.shownAs}
          choices={views}
          value={isGraph ? 'graph' : 'timeline'}
          onChange={(view) => change({ view: view === 'graph' ? 'graph' : null })}
        />
      </header>
      {isGraph ? <EntityGraph projectId={props.projectId} entity={props} /> : <EntityTimeline {...props} />}
    </section>
  );
}
