import { expect, it } from 'vitest';
import { layoutGraph } from '../../dashboard/src/pages/entities/graph-layout.js';

const size = { width: 600, height: 460 };

it('places 300 nodes inside the picture, apart from each other, and always in the same way', () => {
  const nodes = Array.from({ length: 300 }, (_, index) => ({ id: `n${index}`, weight: index < 8 ? 3 : 1 }));
  const edges = nodes.slice(8).map(({ id }, index) => ({ from: `n${index % 8}`, to: id }));
  const points = layoutGraph(nodes, edges, size);
  expect(points.size).toBe(300);
  const places = [...points.values()];
  for (const { x, y } of places) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(size.width);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(size.height);
  }
  expect(new Set(places.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`)).size).toBeGreaterThan(290);
  expect([...layoutGraph(nodes, edges, size)]).toEqual([...points]);
});

it('places a single node in the center', () => {
  expect([...layoutGraph([{ id: 'ada', weight: 3 }], [], size)]).toEqual([['ada', { x: 300, y: 230 }]]);
});
