import { useElementSize } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useClient, type OperationResult } from 'urql';
import {
  MemoriesDocument,
  type EntityType,
  type MemoriesQuery,
  type MemoriesQueryVariables,
  type MemoryPartsFragment,
} from '../../../../client/generated/graphql';
import { toFailure, type Failure } from '../../api/failure';
import { ErrorState } from '../../components/error-state';
import { Skeleton } from '../../components/skeleton';
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

type Answered = OperationResult<MemoriesQuery>;

const fresh = { requestPolicy: 'network-only' } as const;
const pageSize = 100;
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
    <div ref={ref} className="body">
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
  );
}

function useNewestMemories({ projectId, entity }: Props) {
  const client = useClient();
  const [memories, setMemories] = useState<readonly MemoryPartsFragment[] | null>(null);
  const [total, setTotal] = useState(0);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const found: MemoryPartsFragment[] = [];
      let after: string | null | undefined = null;
      do {
        const filter = entity && { [entityKinds[entity.type].field]: { eq: entity.name } };
        const variables: MemoriesQueryVariables = {
          projectId,
          filter,
          first: pageSize,
          after,
          withTotal: after === null,
        };
        const { data, error }: Answered = await client.query(MemoriesDocument, variables, fresh);
        if (isOver) return;
        if (!data) return setFailure(error ? toFailure(error) : null);
        if (data.memories.totalCount !== undefined) setTotal(data.memories.totalCount ?? 0);
        found.push(...data.memories.edges.map(({ node }) => node));
        after = data.memories.pageInfo.hasNextPage ? data.memories.pageInfo.endCursor : null;
      } while (after && found.length < mostMemories);
      setFailure(null);
      setMemories(found);
    };
    void read();
    return () => {
      isOver = true;
    };
  }, [client, projectId, entity?.type, entity?.name, attempt]);
  return { memories, total, failure, retry: () => setAttempt((count) => count + 1) };
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
