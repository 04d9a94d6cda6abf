import { TextInput } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { EntitiesDocument, type EntityOrderField, type EntityPartsFragment } from '../../api/graphql';
import { addMemorySample } from '../../components/curl-samples';
import { DataTable } from '../../components/data-table';
import { EmptyState } from '../../components/empty-state';
import { ErrorState } from '../../components/error-state';
import { toCount } from '../../components/format';
import { SearchIcon } from '../../components/icons';
import { Moment } from '../../components/moment';
import { NoMatch } from '../../components/no-match';
import { PageHeader } from '../../components/page-header';
import { Segments } from '../../components/segments';
import { Skeleton } from '../../components/skeleton';
import type { Column } from '../../components/table-model';
import { useUrlSort } from '../../components/url-sort';
import { useScrolledList } from '../../components/use-scrolled-list';
import { useUrlFilters } from '../../components/use-url-filters';
import { useProject } from '../../shell/project';
import { Link, useNavigate } from '../../shell/routing';
import { entitiesTexts } from '../../texts/entities';
import { useTyped } from '../memories/memory-filter';
import { EntityGraph } from './entity-graph';
import { entityKinds, toEntityType, toEntityUrl } from './entity-kinds';
import { EntityPage } from './entity-page';

/** Shows the entities of the project as a list or a graph, or the one in the URL. */
export function EntitiesPage() {
  const { projectId } = useProject();
  const [params] = useSearchParams();
  const type = toEntityType(params.get('type'));
  const name = params.get('name');
  if (type && name !== null) return <EntityPage key={type + name} projectId={projectId} type={type} name={name} />;
  return params.get('view') === 'graph' ? <ProjectGraph projectId={projectId} /> : <AllEntities />;
}

/** Shows the newest memories of the project with their entities as a graph. */
function ProjectGraph({ projectId }: { projectId: string | null }) {
  return (
    <>
      <PageHeader title={entitiesTexts.projectGraph} description={entitiesTexts.projectGraphHint}>
        <Link className="btn" to="/entities">
          {entitiesTexts.list}
        </Link>
      </PageHeader>
      <section className="card" aria-label={entitiesTexts.projectGraph}>
        <EntityGraph projectId={projectId} entity={null} />
      </section>
    </>
  );
}

const kinds = [
  { value: '', label: entitiesTexts.all },
  ...Object.entries(entityKinds).map(([value, { label }]) => ({ value, label: `${label}s` })),
];

/** Lists entities. The URL stores search, type and order; more rows load on scroll. */
function AllEntities() {
  const { projectId } = useProject();
  const { params, change } = useUrlFilters();
  const navigate = useNavigate();
  const type = toEntityType(params.get('kind'));
  const search = params.get('q') ?? '';
  const { sorting, onSort, orderBy } = useUrlSort(sortFields, '-active');
  const list = useScrolledList(
    EntitiesDocument,
    { projectId, type, search, orderBy, first: 100 },
    ({ entities }) => entities,
  );
  const typed = useTyped(search, (q) => change({ q }));
  return (
    <>
      <PageHeader
        title={entitiesTexts.entities}
        badge={list.total !== null && <span className="meta t3">{entitiesTexts.count(list.total)}</span>}
      >
        <Link className="btn" to="/entities?view=graph">
          {entitiesTexts.graph}
        </Link>
      </PageHeader>
      <div className="filters wraps">
        <TextInput
          aria-label={entitiesTexts.search}
          placeholder={entitiesTexts.search}
          leftSection={<SearchIcon size={16} />}
          w={280}
          {...typed}
        />
        <Segments label={entitiesTexts.type} choices={kinds} value={type ?? ''} onChange={(kind) => change({ kind })} />
      </div>
      {list.failure && <ErrorState title={entitiesTexts.failed} failure={list.failure} retry={list.retry} />}
      {list.isLoading && list.rows.length === 0 && <Skeleton rows={12} />}
      {!list.isLoading &&
        !list.failure &&
        list.rows.length === 0 &&
        (search !== '' || type !== null ? (
          <NoMatch title={entitiesTexts.noMatch} />
        ) : (
          <EmptyState title={entitiesTexts.empty} sample={addMemorySample(projectId)}>
            {entitiesTexts.emptyHint}
          </EmptyState>
        ))}
      {list.rows.length > 0 && (
        <DataTable
          label={entitiesTexts.entities}
          columns={columns}
          rows={list.rows}
          sorting={sorting}
          onSort={onSort}
          onOpen={(entity) => void navigate(toEntityUrl(entity))}
          onEnd={() => void list.loadMore()}
          phone={(entity) => <PhoneRow entity={entity} />}
        />
      )}
    </>
  );
}

const sortFields: Readonly<Record<string, EntityOrderField>> = {
  name: 'NAME',
  memories: 'MEMORY_COUNT',
  created: 'CREATED_AT',
  active: 'UPDATED_AT',
};

const columns: readonly Column<EntityPartsFragment>[] = [
  { key: 'type', label: entitiesTexts.type, width: 90, cell: ({ type }) => entityKinds[type].label },
  {
    key: 'name',
    label: entitiesTexts.name,
    sort: 'ascending',
    cell: (entity) => (
      <Link className="plain-link op" to={toEntityUrl(entity)} dir="auto">
        {entity.name}
      </Link>
    ),
  },
  {
    key: 'memories',
    label: entitiesTexts.memories,
    width: 120,
    isNumeric: true,
    sort: 'descending',
    cell: ({ memoryCount }) => toCount(memoryCount),
  },
  {
    key: 'created',
    label: entitiesTexts.created,
    width: 200,
    isWide: true,
    sort: 'descending',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  {
    key: 'active',
    label: entitiesTexts.lastActive,
    width: 200,
    sort: 'descending',
    cell: ({ updatedAt }) => <Moment at={updatedAt} />,
  },
];

function PhoneRow({ entity: { type, name, memoryCount, updatedAt } }: { entity: EntityPartsFragment }) {
  return (
    <>
      <div className="row">
        <bdi className="op grow trunc">{name}</bdi>
        <span className="t3">{entityKinds[type].label}</span>
      </div>
      <div className="t2">{entitiesTexts.memoryCount(memoryCount)}</div>
      <span className="t3">
        <Moment at={updatedAt} />
      </span>
    </>
  );
}
