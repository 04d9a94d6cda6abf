import { useEffect, useState } from 'react';
import { MemoriesDocument } from '../../api/graphql';
import { addMemorySample } from '../../components/curl-samples';
import { DataTable } from '../../components/data-table';
import { EmptyState } from '../../components/empty-state';
import { ErrorState } from '../../components/error-state';
import { FilterBar } from '../../components/filter-bar';
import { Columns3Icon } from '../../components/icons';
import { MemoryState } from '../../components/memory-state';
import { NoMatch } from '../../components/no-match';
import { PlainButton } from '../../components/plain-button';
import { useRowSelection } from '../../components/row-selection';
import { Skeleton } from '../../components/skeleton';
import { useUrlSort } from '../../components/url-sort';
import { useMemoryChanges } from '../../components/use-memory-changes';
import { firstPageSize, useScrolledList } from '../../components/use-scrolled-list';
import { useProjectPermission } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { useNavigate } from '../../shell/routing';
import { memoriesTexts } from '../../texts/memories';
import {
  memoryColumns,
  optionalColumns,
  OwnerList,
  readColumns,
  storeColumns,
  useFittingColumns,
  type ListedMemory,
} from './memory-columns';
import { memoryFields, type ShownMemories } from './memory-filter';
import { SelectionBar } from './selection-bar';

interface Props {
  readonly shown: ShownMemories;
  /** A new value reloads the list. */
  readonly changes: number;
}

/** Lists memories, newest first unless the URL sorts them. Viewers with permission can select rows. More rows load on scroll. */
export function MemoryList({ shown: { filter, states }, changes }: Props) {
  const { projectId } = useProject();
  const canWrite = useProjectPermission(projectId, 'MEMORY_WRITE');
  const [chosen, setChosen] = useState(readColumns);
  const fitting = useFittingColumns(chosen);
  const { sorting, onSort, orderBy } = useUrlSort(sortFields, '-created');
  const navigate = useNavigate();
  const variables = { projectId, filter, orderBy, ...states, withOutdated: true };
  const list = useScrolledList(MemoriesDocument, variables, ({ memories }) => memories);
  const selected = useRowSelection(list.rows, selectionLabels);
  const hasSelection = selected.chosen.length > 0;
  const [isStale, setStale] = useState(false);
  // Rows that the user is reading or has selected must not move.
  useMemoryChanges({ projectId, filter }, () =>
    !hasSelection && list.rows.length <= firstPageSize ? list.reload() : setStale(true),
  );
  const reload = () => {
    setStale(false);
    list.reload();
  };
  useEffect(() => {
    if (changes > 0) list.reload();
  }, [changes]);
  const isEmpty = !list.isLoading && !list.failure && list.rows.length === 0;
  return (
    <>
      <FilterBar
        fields={memoryFields}
        end={
          <>
            {isStale && <PlainButton look="sm" label={memoriesTexts.reload} onClick={reload} />}
            {list.total !== null && <span className="meta t3">{memoriesTexts.count(list.total)}</span>}
            <ColumnChoice chosen={chosen} onChange={setChosen} />
          </>
        }
      />
      {hasSelection && (
        <SelectionBar
          memories={selected.chosen}
          onClear={selected.clear}
          onChanged={() => {
            selected.clear();
            reload();
          }}
        />
      )}
      {list.failure && <ErrorState title={memoriesTexts.failed} failure={list.failure} retry={list.retry} />}
      {list.isLoading && list.rows.length === 0 && <Skeleton rows={12} />}
      {isEmpty &&
        (filter ? (
          <NoMatch title={memoriesTexts.noMatch} />
        ) : (
          <EmptyState title={memoriesTexts.empty} sample={addMemorySample(projectId)}>
            {canWrite ? memoriesTexts.emptyWriter : memoriesTexts.emptyReader}
          </EmptyState>
        ))}
      {list.rows.length > 0 && (
        <DataTable
          label={memoriesTexts.memories}
          columns={memoryColumns}
          hidden={optionalColumns.map(({ key }) => key).filter((key) => !fitting.includes(key))}
          sorting={sorting}
          onSort={onSort}
          selection={canWrite ? selected.selection : undefined}
          rows={list.rows}
          rowHeight={40}
          onOpen={({ id }) => void navigate(`/memories/${id}`)}
          onEnd={() => void list.loadMore()}
          phone={(memory) => <PhoneRow memory={memory} />}
        />
      )}
    </>
  );
}

const sortFields = { created: 'CREATED_AT', updated: 'UPDATED_AT' } as const;
const selectionLabels = {
  allLabel: memoriesTexts.selectAll,
  labelOf: ({ text }: ListedMemory) => memoriesTexts.select(text),
};

function PhoneRow({ memory }: { memory: ListedMemory }) {
  return (
    <>
      <div className="trunc op" dir="auto">
        <MemoryState lifecycleState={memory.lifecycleState} outdatedBy={memory.outdatedBy} /> {memory.text}
      </div>
      <div className="trunc">
        <OwnerList memory={memory} />
      </div>
      <span className="t3 trunc">{memory.categories?.join(', ')}</span>
    </>
  );
}

interface ColumnChoiceProps {
  readonly chosen: readonly string[];
  onChange(keys: readonly string[]): void;
}

function ColumnChoice({ chosen, onChange }: ColumnChoiceProps) {
  const change = (key: string, isShown: boolean) => {
    const next = isShown ? [...chosen, key] : chosen.filter((one) => one !== key);
    storeColumns(next);
    onChange(next);
  };
  return (
    <details
      className="menu-root columns"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) currentTarget.open = false;
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape') return;
        currentTarget.open = false;
        currentTarget.querySelector('summary')?.focus();
      }}
    >
      <summary className="btn sm">
        <Columns3Icon size={14} />
        {memoriesTexts.chooseColumns}
      </summary>
      <div className="menu right" role="group" aria-label={memoriesTexts.chooseColumns} tabIndex={-1}>
        {optionalColumns.map(({ key, label }) => (
          <label key={key} className="row menu-label">
            <input
              type="checkbox"
              checked={chosen.includes(key)}
              onChange={({ currentTarget }) => change(key, currentTarget.checked)}
            />
            {label}
          </label>
        ))}
      </div>
    </details>
  );
}
