import { PlainButton } from '../../components/plain-button';
import { MemoriesDocument, type EntityType, type MemoriesQuery } from '../../../../client/generated/graphql';
import { ErrorState } from '../../components/error-state';
import { toDay } from '../../components/format-date';
import { MemoryState } from '../../components/memory-state';
import { Skeleton } from '../../components/skeleton';
import { useScrolledList } from '../../components/use-scrolled-list';
import { Link } from '../../shell/routing';
import { entitiesTexts } from '../../texts/entities';
import { entityKinds } from './entity-kinds';

type Row = MemoriesQuery['memories']['edges'][number]['node'];

interface Props {
  readonly projectId: string | null;
  readonly type: EntityType;
  readonly name: string;
}

/** Shows the memories of an entity by day, newest first. */
export function EntityTimeline({ projectId, type, name }: Props) {
  const filter = { [entityKinds[type].field]: { eq: name } };
  const variables = { projectId, filter, first: 25, withOutdated: true };
  const list = useScrolledList(MemoriesDocument, variables, ({ memories }) => memories);
  return (
    <div className="body">
      {list.failure && <ErrorState title={entitiesTexts.memoriesFailed} failure={list.failure} retry={list.reload} />}
      {list.isLoading && <Skeleton />}
      {!list.isLoading && !list.failure && list.rows.length === 0 && <p className="t2">{entitiesTexts.noMemories}</p>}
      {toDays(list.rows).map(([day, memories]) => (
        <section key={day} aria-label={day} className="day">
          <h3>{day}</h3>
          <ul>
            {memories.map((memory) => (
              <li key={memory.id}>
                <time className="mono t3" style={{ flexShrink: 0, whiteSpace: 'nowrap' }} dateTime={memory.createdAt}>
                  {memory.createdAt.slice(11, 16)}
                </time>
                <Link className="plain-link" to={`/memories/${memory.id}`} dir="auto">
                  {memory.text}
                </Link>{' '}
                <MemoryState lifecycleState={memory.lifecycleState} outdatedBy={memory.outdatedBy} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {list.hasMore && <PlainButton label={entitiesTexts.older} onClick={() => void list.loadMore()} />}
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
