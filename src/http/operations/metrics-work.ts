import { Counter, Histogram, type Registry } from 'prom-client';
import { subscribeMeasurements, type Measurement } from '@memory-gateway/meter';

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Metric and label for each kind of measured work. */
const kinds = {
  graphql: {
    name: 'graphql_operation',
    plural: 'graphql_operations',
    label: 'field',
    help: 'GraphQL operations by their first root field.',
  },
  search: { name: 'search', plural: 'searches', label: 'mode', help: 'Searches of memories.' },
  model: { name: 'model_call', plural: 'model_calls', label: 'model', help: 'Calls of embedding and language models.' },
  job: { name: 'job', plural: 'jobs', label: 'job', help: 'Attempts at background jobs.' },
  delivery: {
    name: 'webhook_delivery_attempt',
    plural: 'webhook_delivery_attempts',
    label: 'step',
    help: 'Attempts to deliver webhooks, by error class.',
  },
} as const satisfies Record<Measurement['kind'], { name: string; plural: string; label: string; help: string }>;

/**
 * Counts and times the work of this process: GraphQL operations, searches, model calls, jobs and webhook deliveries.
 * @param rootFields label values for GraphQL operations; other names, which clients choose, count as `other`
 * @returns a function that stops the measurement
 */
export function measureWork(registry: Registry, rootFields: ReadonlySet<string>): () => void {
  const recorders = Object.fromEntries(
    Object.entries(kinds).map(([kind, metric]) => [kind, createRecorder(registry, metric)]),
  ) as Record<Measurement['kind'], (measurement: Measurement) => void>;
  return subscribeMeasurements((measurement) => {
    const isUnknown = measurement.kind === 'graphql' && !rootFields.has(measurement.name);
    recorders[measurement.kind](isUnknown ? { ...measurement, name: 'other' } : measurement);
  });
}

function createRecorder(registry: Registry, metric: (typeof kinds)[Measurement['kind']]) {
  const total = new Counter({
    name: `memory_gateway_${metric.plural}_total`,
    help: metric.help,
    labelNames: [metric.label, 'outcome'],
    registers: [registry],
  });
  const duration = new Histogram({
    name: `memory_gateway_${metric.name}_duration_seconds`,
    help: `Durations. ${metric.help}`,
    labelNames: [metric.label],
    buckets: seconds,
    registers: [registry],
  });
  return ({ name, outcome, durationMs }: Measurement): void => {
    total.inc({ [metric.label]: name, outcome });
    duration.observe({ [metric.label]: name }, durationMs / 1_000);
  };
}
