import type { MemoryPartsFragment, OutdatedPartsFragment } from '../../api/graphql';
import { MemoryState } from '../../components/memory-state';
import type { Column } from '../../components/table-model';
import { Moment } from '../../components/moment';
import { useHasRoom } from '../../components/use-has-room';
import { Link } from '../../shell/routing';
import { memoriesTexts as words } from '../../texts/memories';

const storageKey = 'memory-gateway-memory-columns';

export type ListedMemory = MemoryPartsFragment & Partial<OutdatedPartsFragment>;

const optional: readonly Column<ListedMemory>[] = [
  { key: 'owner', label: words.owner, width: 190, cell: (memory) => <OwnerList memory={memory} /> },
  {
    key: 'categories',
    label: words.categories,
    width: 190,
    cell: (memory) => <CategoryTags memory={memory} />,
  },
  {
    key: 'created',
    label: words.created,
    width: 200,
    sort: 'descending',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  {
    key: 'updated',
    label: words.updated,
    width: 200,
    sort: 'descending',
    cell: ({ updatedAt }) => <Moment at={updatedAt} />,
  },
  { key: 'expires', label: words.expires, width: 110, cell: ({ expirationDate }) => expirationDate ?? '–' },
  { key: 'id', label: words.id, width: 290, cell: ({ id }) => <span className="mono t2">{id}</span> },
];

export const optionalColumns: readonly { readonly key: string; readonly label: string }[] = optional;

/** Reads this browser's column choice. */
export function readColumns(): readonly string[] {
  const stored = window.localStorage.getItem(storageKey);
  return stored === null ? ['owner', 'categories', 'created'] : stored.split(',');
}

/** Stores this browser's column choice. */
export const storeColumns = (keys: readonly string[]): void => window.localStorage.setItem(storageKey, keys.join(','));

export const memoryColumns: readonly Column<ListedMemory>[] = [
  {
    key: 'memory',
    label: words.memory,
    cell: ({ id, text, lifecycleState, outdatedBy }) => (
      <span className="row">
        <MemoryState lifecycleState={lifecycleState} outdatedBy={outdatedBy} />
        {/* Cut at the end of its own direction. */}
        <Link className="plain-link trunc" to={`/memories/${id}`} dir="auto">
          {text}
        </Link>
      </span>
    ),
  },
  ...optional,
];

/** Optional columns in the order in which they get room on a tablet. */
const firstOnTablet = ['created', 'owner', 'updated', 'expires', 'categories', 'id'];

/** Returns which of the chosen columns have room: two on a tablet from 900 px, one below that. */
export function useFittingColumns(chosen: readonly string[]): readonly string[] {
  const hasRoom = useHasRoom();
  const isTablet = useHasRoom(900);
  return hasRoom ? chosen : firstOnTablet.filter((key) => chosen.includes(key)).slice(0, isTablet ? 2 : 1);
}

/** Shows the entities that a memory belongs to, on one line. */
export function OwnerList({ memory: { userId, agentId, appId, runId } }: { memory: MemoryPartsFragment }) {
  return Object.entries({ user: userId, agent: agentId, app: appId, run: runId }).map(
    ([type, id]) =>
      id && (
        <span key={type} className="owner">
          <span className="t3">{type}</span> <bdi>{id}</bdi>
        </span>
      ),
  );
}

/** Shows the categories of a memory, on one line. */
export const CategoryTags = ({ memory: { categories } }: { memory: Pick<MemoryPartsFragment, 'categories'> }) =>
  categories?.map((category) => (
    <span key={category} className="tag">
      <bdi>{category}</bdi>
    </span>
  ));
