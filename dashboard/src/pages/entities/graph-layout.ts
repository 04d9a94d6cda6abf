/** A node of the graph. Heavier nodes get more space. */
export interface GraphNode {
  readonly id: string;
  readonly weight: number;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Body {
  x: number;
  y: number;
  dx: number;
  dy: number;
}

const rounds = 160;
const repulsion = 900;
const spring = 0.06;
const restLength = 42;
const gravity = 0.012;

/**
 * Lays out a graph with linked nodes close to each other and without overlap. Deterministic for the same graph.
 * @returns a point for each node, from 0 to the size; the first node is near the center
 */
export function layoutGraph(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  size: { readonly width: number; readonly height: number },
): Map<string, Point> {
  const bodies = nodes.map((_node, index) => startBody(index));
  const indexes = new Map(nodes.map(({ id }, index) => [id, index]));
  const links = edges.flatMap(({ from, to }) => {
    const [one, other] = [bodies[indexes.get(from) ?? -1], bodies[indexes.get(to) ?? -1]];
    return one && other ? [[one, other] as const] : [];
  });
  for (let round = 0; round < rounds; round += 1) {
    pushApart(bodies, nodes);
    for (const [one, other] of links) pullTogether(one, other);
    settle(bodies, 1 - round / rounds);
  }
  return fit(nodes, bodies, size);
}

// Starts with a sunflower pattern, which is even and deterministic.
function startBody(index: number): Body {
  const angle = index * 2.399_963;
  const radius = 12 * Math.sqrt(index);
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle), dx: 0, dy: 0 };
}

function pushApart(bodies: readonly Body[], nodes: readonly GraphNode[]): void {
  for (let first = 0; first < bodies.length; first += 1) {
    for (let second = first + 1; second < bodies.length; second += 1) {
      const [one, other] = [bodies[first] as Body, bodies[second] as Body];
      const [x, y] = [one.x - other.x, one.y - other.y];
      const square = Math.max(x * x + y * y, 1);
      const force =
        (repulsion * (nodes[first]?.weight ?? 1) * (nodes[second]?.weight ?? 1)) / (square * Math.sqrt(square));
      one.dx += x * force;
      one.dy += y * force;
      other.dx -= x * force;
      other.dy -= y * force;
    }
  }
}

function pullTogether(one: Body, other: Body): void {
  const [x, y] = [other.x - one.x, other.y - one.y];
  const distance = Math.max(Math.hypot(x, y), 1);
  const force = (spring * (distance - restLength)) / distance;
  one.dx += x * force;
  one.dy += y * force;
  other.dx -= x * force;
  other.dy -= y * force;
}

function settle(bodies: readonly Body[], heat: number): void {
  const most = 2 + 24 * heat;
  for (const body of bodies) {
    body.dx -= body.x * gravity;
    body.dy -= body.y * gravity;
    const step = Math.hypot(body.dx, body.dy);
    const share = step > most ? most / step : 1;
    body.x += body.dx * share;
    body.y += body.dy * share;
    body.dx = 0;
    body.dy = 0;
  }
}

const margin = 40;

function fit(
  nodes: readonly GraphNode[],
  bodies: readonly Body[],
  { width, height }: { readonly width: number; readonly height: number },
): Map<string, Point> {
  const range = (values: readonly number[]) => ({
    low: Math.min(...values),
    span: Math.max(...values) - Math.min(...values),
  });
  const [across, down] = [range(bodies.map(({ x }) => x)), range(bodies.map(({ y }) => y))];
  const scale = Math.min(
    (width - 2 * margin) / Math.max(across.span, 1),
    (height - 2 * margin) / Math.max(down.span, 1),
    2.2,
  );
  const place = (value: number, { low, span }: typeof across, length: number) =>
    length / 2 + (value - low - span / 2) * scale;
  return new Map(
    nodes.map(({ id }, index) => {
      const { x, y } = bodies[index] as Body;
      return [id, { x: place(x, across, width), y: place(y, down, height) }];
    }),
  );
}
