import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Figures that live elsewhere in the process and are read when `/metrics` is. */
export interface MetricSources {
  requestLogBuffered(): number;
  subscribers(): number;
  poolConnections(): { total: number; idle: number; waiting: number };
  work(): Readonly<Record<string, { running: number; waiting: number; refused: number }>>;
}

/** `/metrics` in Prometheus text format, and the counting of requests. Labels hold route patterns, never ids. */
export function metricsRoutes(app: FastifyInstance, sources: MetricSources): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const labelNames = ['method', 'route', 'status'] as const;
  const duration = new Histogram({
    name: 'memory_gateway_request_duration_seconds',
    help: 'Time to answer a request.',
    labelNames,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const inFlight = new Gauge({
    name: 'memory_gateway_requests_in_flight',
    help: 'Requests being answered.',
    registers: [registry],
  });
  const total = new Counter({
    name: 'memory_gateway_requests_total',
    help: 'Requests answered.',
    labelNames,
    registers: [registry],
  });
  gauge(registry, {
    name: 'memory_gateway_request_log_buffered',
    help: 'Request log rows not yet written.',
    read: () => sources.requestLogBuffered(),
  });
  gauge(registry, {
    name: 'memory_gateway_subscribers',
    help: 'Open live log subscriptions.',
    read: () => sources.subscribers(),
  });
  gauge(registry, {
    name: 'memory_gateway_pool_connections',
    help: 'Open database connections.',
    read: () => sources.poolConnections().total,
  });
  gauge(registry, {
    name: 'memory_gateway_pool_waiting',
    help: 'Requests that wait for a database connection.',
    read: () => sources.poolConnections().waiting,
  });

  workMetrics(registry, sources);

  app.addHook('onRequest', (_request, _reply, done) => {
    inFlight.inc();
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    inFlight.dec();
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: String(reply.statusCode),
    };
    duration.observe(labels, reply.elapsedTime / 1000);
    total.inc(labels);
    done();
  });
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}

function gauge(registry: Registry, source: { name: string; help: string; read: () => number }): void {
  new Gauge({
    name: source.name,
    help: source.help,
    registers: [registry],
    collect() {
      this.set(source.read());
    },
  });
}

const workFigures = [
  ['running', 'memory_gateway_work_running', 'Adds, searches and reads that run.'],
  ['waiting', 'memory_gateway_work_waiting', 'Adds, searches and reads that wait for a turn.'],
] as const;

function workMetrics(registry: Registry, sources: MetricSources): void {
  for (const [figure, name, help] of workFigures) {
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [registry],
      collect() {
        for (const [kind, stats] of Object.entries(sources.work())) this.set({ kind }, stats[figure]);
      },
    });
  }
  new Counter({
    name: 'memory_gateway_work_refused_total',
    help: 'Adds, searches and reads that were refused because of overload.',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [kind, { refused }] of Object.entries(sources.work())) this.inc({ kind }, refused);
    },
  });
}
