import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { isSameSecret } from '@memory-gateway/credentials';
import type { Services } from '../../context.js';
import { UnauthenticatedError } from '../../errors.js';
import { measureWork } from './metrics-work.js';

interface MetricsParts {
  readonly services: Services;
  /** Root fields of the GraphQL schema, the only operation labels. */
  readonly rootFields: ReadonlySet<string>;
}

const requestSeconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Serves `/metrics` in Prometheus format and counts requests. Labels are route patterns and schema names, never ids.
 */
export function metricsRoutes(app: FastifyInstance, { services, rootFields }: MetricsParts): void {
  const registry = new Registry();
  // Each sample of the event loop wakes an idle process.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 50 });
  countRequests(app, registry);
  measureStores(registry, services);
  workMetrics(registry, services);
  notificationMetrics(registry, services.bus);
  if (services.replication) replicaMetrics(registry, services.replication);
  const stop = measureWork(registry, rootFields);
  app.addHook('onClose', (_instance, done) => {
    stop();
    done();
  });
  const { metricsToken } = services.config.http;
  app.get('/metrics', async (request, reply) => {
    if (metricsToken !== null && !isSameSecret(bearerToken(request.headers.authorization), metricsToken))
      throw new UnauthenticatedError('Send METRICS_TOKEN as a bearer token.');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

const bearerToken = (header = ''): string => /^bearer +(.+)$/i.exec(header)?.[1]?.trim() ?? '';

function countRequests(app: FastifyInstance, registry: Registry): void {
  const labelNames = ['method', 'route', 'status'] as const;
  const registers = [registry];
  const duration = new Histogram({
    name: 'memory_gateway_request_duration_seconds',
    help: 'Time to answer a request.',
    labelNames,
    buckets: requestSeconds,
    registers,
  });
  const inFlight = new Gauge({
    name: 'memory_gateway_requests_in_flight',
    help: 'Requests being answered.',
    registers,
  });
  const total = new Counter({
    name: 'memory_gateway_requests_total',
    help: 'Requests answered.',
    labelNames,
    registers,
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    inFlight.inc();
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    inFlight.dec();
    const { url: route = 'unknown' } = request.routeOptions;
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    duration.observe(labels, reply.elapsedTime / 1000);
    total.inc(labels);
    done();
  });
}

/** Registers gauges that are read on each scrape. */
function measureStores(registry: Registry, { requestLogs, database, stores, log }: Services): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `memory_gateway_${name}`,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('request_log_buffered', 'Request log rows not yet written.', () => requestLogs.stats().buffered);
  gauge('subscribers', 'Open live log subscriptions.', () => requestLogs.stats().subscribers);
  gauge('pool_connections', 'Open database connections.', () => database.pool.totalCount);
  gauge('pool_idle', 'Open database connections that are not in use.', () => database.pool.idleCount);
  gauge('pool_waiting', 'Requests that wait for a database connection.', () => database.waitingForConnection());
  const deliveries = new Gauge({
    name: 'memory_gateway_webhook_deliveries_pending',
    help: 'Webhook deliveries that are due or wait for a retry, in all processes.',
    registers,
  });
  new Gauge({
    name: 'memory_gateway_jobs',
    help: 'Background jobs that wait or run, in all processes. Names that end in .dead clean up after jobs that failed.',
    labelNames: ['job', 'state'],
    registers,
    async collect() {
      try {
        const backlog = await stores.backlog.read();
        this.reset();
        for (const { name: job, state, total } of backlog.jobs) this.set({ job, state }, total);
        deliveries.set(backlog.pendingDeliveries);
      } catch (error) {
        // The other metrics matter most while the database is unavailable.
        log.warn({ err: error }, 'Reading the backlog for /metrics failed; its figures are stale.');
      }
    },
  });
}

function notificationMetrics(registry: Registry, { notifications }: Services['bus']): void {
  new Gauge({
    name: 'memory_gateway_notifications_arrive',
    help: '1 if notifications of other processes arrive, 0 if they do not.',
    registers: [registry],
    collect() {
      this.set(notifications.fault() === null ? 1 : 0);
    },
  });
}

function replicaMetrics(registry: Registry, { state }: NonNullable<Services['replication']>): void {
  const registers = [registry];
  new Gauge({
    name: 'memory_gateway_replica_lag_seconds',
    help: 'Age of the oldest change that the read replica does not show yet. Not a number: it does not answer.',
    registers,
    collect() {
      const { lagMs } = state();
      this.set(lagMs === null ? NaN : lagMs / 1_000);
    },
  });
  new Gauge({
    name: 'memory_gateway_replica_used',
    help: '1 if the read replica answers reads, 0 if it is left out.',
    registers,
    collect() {
      this.set(state().fault === null ? 1 : 0);
    },
  });
  new Counter({
    name: 'memory_gateway_replica_reads_total',
    help: 'Reads that may use the replica, by who answered them.',
    labelNames: ['answered_by'],
    registers,
    collect() {
      this.reset();
      for (const [by, reads] of Object.entries(state().reads)) this.inc({ answered_by: by }, reads);
    },
  });
}

const workFigures = [
  ['running', 'memory_gateway_work_running', 'Adds, searches and reads that run.'],
  ['waiting', 'memory_gateway_work_waiting', 'Adds, searches and reads that wait for a turn.'],
] as const;

function workMetrics(registry: Registry, { admission }: Services): void {
  for (const [figure, name, help] of workFigures) {
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [registry],
      collect() {
        for (const [kind, stats] of Object.entries(admission.stats())) this.set({ kind }, stats[figure]);
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
      for (const [kind, { refused }] of Object.entries(admission.stats())) this.inc({ kind }, refused);
    },
  });
}
