import type { EntityType } from '../../../../client/generated/graphql';
import { Segments } from '../../components/segments';
import { useUrlFilters } from '../../components/use-url-filters';
import { texts } from '../../texts';
import { EntityGraph } from './entity-graph';
import { EntityTimeline } from './entity-timeline';
import { entitiesTexts as words } from '../../texts/entities';

interface Props {
  readonly projectId: string | null;
  readonly type: EntityType;
  readonly name: string;
}

const views = [
  { value: 'timeline', label: texts.entities.timeline },
  { value: 'graph', label: texts.entities.graph },
] as const;

/** Shows the memories of an entity as a timeline or a graph. The URL stores the choice. */
export function EntityMemories(props: Props) {
  const { params, change } = useUrlFilters();
  const isGraph = params.get('view') === 'graph';
  return (
    <section className="card" aria-label={isGraph ? texts.entities.graph : texts.entities.timeline}>
      <header>
        <h2>{isGraph ? texts.entities.graph : texts.entities.timeline}</h2>
        <span className="meta t3 grow">{!isGraph && words.utc}</span>
        <Segments
          label={texts.entities.shownAs}
          choices={views}
          value={isGraph ? 'graph' : 'timeline'}
          onChange={(view) => change({ view: view === 'graph' ? 'graph' : null })}
        />
      </header>
      {isGraph ? <EntityGraph projectId={props.projectId} entity={props} /> : <EntityTimeline {...props} />}
    </section>
  );
}
