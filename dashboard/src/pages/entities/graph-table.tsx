import { useState, type ReactNode } from 'react';
import { PlainButton } from '../../components/plain-button';
import { Link } from '../../shell/routing';
import { commonTexts } from '../../texts/common';
import { entitiesTexts } from '../../texts/entities';
import { toNodeName, type ShownNode } from './graph-data';
import type { GraphEdge } from './graph-layout';

interface Props {
  readonly nodes: readonly ShownNode[];
  readonly edges: readonly GraphEdge[];
  /** The graph as a picture. */
  readonly children: ReactNode;
}

/** Shows a graph as a picture or as a table of entities with their memories. */
export function GraphOrTable({ nodes, edges, children }: Props) {
  const [isTable, setTable] = useState(false);
  return (
    <>
      <PlainButton
        look="sm"
        label={isTable ? entitiesTexts.showGraph : commonTexts.chart.showTable}
        aria-pressed={isTable}
        onClick={() => setTable(!isTable)}
      />
      {isTable ? <GraphTable nodes={nodes} edges={edges} /> : children}
    </>
  );
}

function GraphTable({ nodes, edges }: Omit<Props, 'children'>) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const memoriesOf = (id: string) =>
    edges.flatMap(({ from, to }) => (from === id && byId.has(to) ? [byId.get(to) as ShownNode] : []));
  return (
    <div style={{ overflowX: 'auto' }}>
      <table className="tbl" aria-label={entitiesTexts.graphTable}>
        <thead>
          <tr>
            <th scope="col">{entitiesTexts.entity}</th>
            <th scope="col">{entitiesTexts.memories}</th>
          </tr>
        </thead>
        <tbody>
          {nodes
            .filter(({ type }) => type !== null)
            .map((node) => (
              <tr key={node.id}>
                <th scope="row">
                  <NodeLink node={node} label={toNodeName(node)} />
                </th>
                <td>
                  <ul style={{ margin: 0, paddingLeft: 16 }}>
                    {memoriesOf(node.id).map((memory) => (
                      <li key={memory.id}>
                        <NodeLink node={memory} label={memory.label} />
                      </li>
                    ))}
                  </ul>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

const NodeLink = ({ node, label }: { node: ShownNode; label: string }) => (
  <Link className="plain-link" to={node.url} dir="auto">
    {label}
  </Link>
);
