import { useElementSize } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { MemoriesDocument, type EntityType } from '../../api/graphql';
import { ErrorState } from '../../components/error-state';
import { Skeleton } from '../../components/skeleton';
import { useScrolledList } from '../../components/use-scrolled-list';
import { Link } from '../../shell/routing';
import { entitiesTexts } from '../../texts/entities';
import { entityKinds } from './entity-kinds';
import { toGraph, toNodeName, type Owner, type ShownNode } from './graph-data';
import { GraphOrTable } from './graph-table';
import { layoutGraph } from './graph-layout';

interface Props {
  readonly projectId: string | null;
  /** Null: all entities of the project. */
  readonly entity: Owner | null;
}

const mostMemories = 200;
const height = 460;
const colors: Readonly<Record<EntityType, string>> = {
  USER: 'var(--c1)',
  AGENT: 'var(--c2)',
  APP: 'var(--c3)',
  RUN: 'var(--c4)',
};

/**
 * Shows the newest memories of an entity or of the project, with their entities, as a graph or a table. Arrow keys move
 * between nodes.
 */
export function EntityGraph(props: Props) {
  const { memories, total, failure, retry } = useNewestMemories(props);
  const { ref, width } = useElementSize();
  const graph = useMemo(
    () => toGraph(props.entity, memories ?? []),
    [memories, props.entity?.type, props.entity?.name],
  );
  const shown = graph.nodes.filter(({ type }) => type === null).length;
  return (
    <div className="body">
      {/* Its size is measured with its padding. */}
      <div ref={ref}>
        {failure && <ErrorState title={entitiesTexts.memoriesFailed} failure={failure} retry={retry} />}
        {!memories && !failure && <Skeleton />}
        {memories?.length === 0 && <p className="t2">{entitiesTexts.noMemories}</p>}
        {memories && memories.length > 0 && width > 0 && (
          <GraphOrTable {...graph}>
            <Graph graph={graph} width={width} />
          </GraphOrTable>
        )}
        {memories && total > shown && <p className="meta t3">{entitiesTexts.graphShows(shown, total)}</p>}
      </div>
    </div>
  );
}

/** Reads the newest memories. They are null until all of them are read. */
function useNewestMemories({ projectId, entity }: Props) {
  const filter = entity && { [entityKinds[entity.type].field]: { eq: entity.name } };
  const list = useScrolledList(MemoriesDocument, { projectId, filter, first: 100 }, ({ memories }) => memories);
  const { rows, hasMore, isLoading, failure, total, loadMore } = list;
  const isComplete = !isLoading && !failure && (!hasMore || rows.length >= mostMemories);
  useEffect(() => {
    if (rows.length < mostMemories) void loadMore();
  }, [rows.length, isLoading, loadMore]);
  return { memories: isComplete ? rows : null, total: total ?? 0, failure, retry: list.retry };
}

function Graph({ graph: { nodes, edges }, width }: { graph: ReturnType<typeof toGraph>; width: number }) {
  const points = useMemo(() => layoutGraph(nodes, edges, { width, height }), [nodes, edges, width]);
  const [shown, setShown] = useState<ShownNode | undefined>(nodes[0]);
  const [current, setCurrent] = useState(0);
  const box = useRef<SVGSVGElement>(null);
  const onKey = (event: KeyboardEvent) => {
    const next = toNext(event.key, current, nodes.length);
    if (next === null) return;
    event.preventDefault();
    setCurrent(next);
    box.current?.querySelectorAll<SVGAElement>('a')[next]?.focus();
  };
  const at = (id: string) => points.get(id) ?? { x: 0, y: 0 };
  return (
    <>
      <svg
        ref={box}
        className="graph"
        width={width}
        height={height}
        role="group"
        aria-label={entitiesTexts.graphLabel}
        onKeyDown={onKey}
      >
        {edges.map(({ from, to }) => (
          <line key={`${from} ${to}`} x1={at(from).x} y1={at(from).y} x2={at(to).x} y2={at(to).y} />
        ))}
        {nodes.map((node, index) => (
          <Link
            key={node.id}
            to={node.url}
            tabIndex={index === current ? 0 : -1}
            aria-label={toNodeName(node)}
            onFocus={() => (setShown(node), setCurrent(index))}
            onMouseEnter={() => setShown(node)}
          >
            <NodeShape node={node} x={at(node.id).x} y={at(node.id).y} />
          </Link>
        ))}
      </svg>
      <p className="graph-text" dir="auto">
        {shown && toNodeName(shown)}
      </p>
      <Legend nodes={nodes} />
    </>
  );
}

const mostCharacters = 24;

function NodeShape({ node: { type, label }, x, y }: { node: ShownNode; x: number; y: number }) {
  if (type === null)
    return (
      <>
        <circle className="reach" cx={x} cy={y} r={12} />
        <circle className="memory" cx={x} cy={y} r={4.5} />
      </>
    );
  return (
    <>
      <circle className="reach" cx={x} cy={y} r={16} />
      <circle cx={x} cy={y} r={9} fill={colors[type]} />
      <text x={x} y={y - 14} textAnchor="middle">
        {label.length > mostCharacters ? `${label.slice(0, mostCharacters)}…` : label}
      </text>
    </>
  );
}

function Legend({ nodes }: { nodes: readonly ShownNode[] }) {
  const types = (Object.keys(colors) as EntityType[]).filter((type) => nodes.some((node) => node.type === type));
  return (
    <div className="legend">
      {types.map((type) => (
        <span key={type}>
          <i className="dot" style={{ background: colors[type] }} />
          {entityKinds[type].label}
        </span>
      ))}
      <span>
        <i className="dot memory" />
        {entitiesTexts.memory}
      </span>
    </div>
  );
}

function toNext(key: string, current: number, count: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (current + 1) % count;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (current + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
