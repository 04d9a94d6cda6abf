import { MemoriesDocument, type EntityType, type MemoriesQuery } from '../../api/graphql';
import { ErrorState } from '../../components/error-state';
import { toDay } from '../../components/format-date';
import { MemoryState } from '../../components/memory-state';
import { PlainButton } from '../../components/plain-button';
import { Segments } from '../../components/segments';
import { Skeleton } from '../../components/skeleton';
import { useScrolledList } from '../../components/use-scrolled-list';
import { useUrlFilters } from '../../components/use-url-filters';
import { Link } from '../../shell/routing';
import { entitiesTexts as words } from '../../texts/entities';
import { EntityGraph } from './entity-graph';
import { entityKinds } from './entity-kinds';

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

type Row = MemoriesQuery['memories']['edges'][number]['node'];

/** Shows the memories of an entity by day, newest first. */
function EntityTimeline({ projectId, type, name }: Props) {
  const filter = { [entityKinds[type].field]: { eq: name } };
  const variables = { projectId, filter, first: 25, withOutdated: true };
  const list = useScrolledList(MemoriesDocument, variables, ({ memories }) => memories);
  return (
    <div className="body">
      {list.failure && <ErrorState title={words.memoriesFailed} failure={list.failure} retry={list.retry} />}
      {list.isLoading && <Skeleton />}
      {!list.isLoading && !list.failure && list.rows.length === 0 && <p className="t2">{words.noMemories}</p>}
      {toDays(list.rows).map(([day, memories]) => (
        <section key={day} aria-label={day} className="day">
          <h3>{day}</h3>
          <ul>
            {memories.map((memory) => (
              <li key={memory.id}>
                <time className="mono t3" style={{ flexShrink: 0, whiteSpace: 'nowrap' }} dateTime={memory.createdAt}>
                  {memory.createdAt.slice(11, 16)}
                </time>
                <Link className="plain-link clamp" to={`/memories/${memory.id}`} dir="auto">
                  {memory.text}
                </Link>{' '}
                <MemoryState lifecycleState={memory.lifecycleState} outdatedBy={memory.outdatedBy} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {list.hasMore && (
        <PlainButton label={words.older} onClick={list.failure ? list.retry : () => void list.loadMore()} />
      )}
    </div>
  );
}

function toDays(memories: readonly Row[]): [day: string, memories: Row[]][] {
  const days = new Map<string, Row[]>();
  for (const memory of memories) {
    const day = toDay(memory.createdAt);
    days.set(day, [...(days.get(day) ?? []), memory]);
  }
  return [...days];
}
