import { createHmac } from 'node:crypto';
import { isSignedBy } from '@memory-gateway/audit-chain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { auditSigningKeys } from '../../src/resolvers/audit-log/audit-signing-keys.js';
import type { LogStreamFormat } from '../../src/log-streams/log-record.js';
import type { ReceivedBatch } from './log-receiver.js';
import { createLogStream } from '../../src/resolvers/log-stream/create-log-stream.js';
import { as } from '../helpers/context.js';
import { prepareLogStreams, readLines, requestEntry, type LogStreamTest } from './setup.js';

let test: LogStreamTest;
beforeEach(async () => {
  // Response of the bulk API if all documents were stored.
  test = await prepareLogStreams((response) => response.end('{"errors":false,"items":[]}'));
});
afterEach(() => test.close());

const traceId = 'a'.repeat(32);
const failed = {
  statusCode: 500,
  outcome: 'FAILED',
  traceId,
  errors: [{ code: 'INTERNAL', path: null, message: 'No.' }],
} as const;

/** Sends two requests in a format. @returns the batch, and the two rows as plain objects */
async function sendTwo(format: LogStreamFormat, token?: string) {
  const created = await test.create({ format, token, isCompressed: format !== 'JSON_ARRAY' });
  const [first] = await test.request(1);
  const [second] = await test.request(1, failed);
  test.start();
  await test.receiver.arrived(1);
  const { createdAt, ...fields } = requestEntry(test.place.projectId, 1);
  const plain = (id: number | undefined, severity: string, more: object) => ({
    id: String(id),
    log: 'request',
    time: createdAt.toISOString(),
    severity,
    message: `POST /v3/memories/add/ addMemories ${severity === 'INFO' ? 200 : 500}`,
    ...fields,
    ...more,
  });
  const { statusCode, outcome, errors } = failed;
  const rows = [
    plain(first, 'INFO', {}),
    plain(second, 'ERROR', { statusCode, outcome, errors, traceId, requestId: 'request-2' }),
  ];
  return { ...created, batch: firstBatch(), rows, time: createdAt.getTime() };
}

function firstBatch(): ReceivedBatch {
  const batch = test.receiver.batches[0];
  if (!batch) throw new Error('Nothing arrived.');
  return batch;
}

describe('a batch of the request log in the format', () => {
  it('NDJSON has one object on each line, compressed, with a signature of the uncompressed body', async () => {
    const { logStream, secret, batch, rows } = await sendTwo('NDJSON');
    const { headers, body } = batch;
    expect(readLines(body)).toEqual(rows);
    expect(body.split('\n')).toEqual([expect.stringMatching(/^\{.*\}$/), expect.stringMatching(/^\{.*\}$/), '']);
    const { 'content-type': type, 'content-encoding': encoding, 'user-agent': agent } = headers;
    expect([type, encoding, agent]).toEqual(['application/x-ndjson', 'gzip', 'memory-gateway-logs']);
    // Other files may have used up the first numbers, which the stream then skips before the batch.
    const id = String(headers['webhook-id']);
    expect(id).toMatch(new RegExp(`^${logStream.id}_\\d+_${rows[1]?.id}$`));
    const signed = `${id}.${String(headers['webhook-timestamp'])}.${body}`;
    const key = Buffer.from(String(secret).replace('whsec_', ''), 'base64');
    const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    expect(headers['webhook-signature']).toBe(signature);
    expect(headers.authorization).toBeUndefined();
  });

  it('NDJSON has every row once in full, whatever the size of the batches', async () => {
    await test.create({ batchSize: 2 });
    const ids = await test.request(5);
    test.start();
    await test.receiver.arrived(3);
    const batches = test.receiver.batches.map(({ body }) => readLines(body));
    expect(batches.map((rows) => rows.map(({ id }) => id))).toEqual([
      [String(ids[0]), String(ids[1])],
      [String(ids[2]), String(ids[3])],
      [String(ids[4])],
    ]);
    const { createdAt, ...fields } = requestEntry(test.place.projectId, 1);
    const same = { log: 'request', time: createdAt.toISOString(), severity: 'INFO' };
    const message = 'POST /v3/memories/add/ addMemories 200';
    expect(batches.flat()).toEqual(
      ids.map((id, index) => ({ ...fields, ...same, message, id: String(id), requestId: `request-${index + 1}` })),
    );
  });

  it('NDJSON and JSON array have all fields of the rows', async () => {
    const { batch, rows } = await sendTwo('JSON_ARRAY', 'a-token');
    expect(JSON.parse(batch.body)).toEqual(rows);
    const { 'content-type': type, 'content-encoding': encoding, authorization } = batch.headers;
    expect([type, encoding, authorization]).toEqual(['application/json', undefined, 'Bearer a-token']);
    expect(batch.headers['webhook-signature']).toBeUndefined();
  });

  it('Splunk HEC has events with a time in seconds', async () => {
    const { batch, rows, time } = await sendTwo('SPLUNK_HEC', 'a-token');
    const source = { source: 'memory-gateway', sourcetype: 'memory_gateway:request' };
    expect(readLines(batch.body)).toEqual(rows.map((event) => ({ time: time / 1_000, ...source, event })));
    expect(batch.headers.authorization).toBe('Splunk a-token');
  });

  it('Datadog has logs with status, date and service', async () => {
    const { batch, rows, time } = await sendTwo('DATADOG', 'a-token');
    const origin = { ddsource: 'memory-gateway', service: 'memory-gateway', ddtags: 'log:request' };
    const statuses = ['info', 'error'];
    expect(JSON.parse(batch.body)).toEqual(
      rows.map((row, index) => ({ ...origin, status: statuses[index], date: time, ...row })),
    );
    expect(batch.headers['dd-api-key']).toBe('a-token');
  });

  it('Elastic bulk has an action with the ID of the row before each document', async () => {
    const { batch, rows } = await sendTwo('ELASTIC_BULK', 'a-token');
    expect(readLines(batch.body)).toEqual(
      rows.flatMap((row) => [{ create: { _id: `request-${row.id}` } }, { '@timestamp': row.time, ...row }]),
    );
    const { 'content-type': type, authorization } = batch.headers;
    expect([type, authorization]).toEqual(['application/x-ndjson', 'ApiKey a-token']);
  });

  it('OTLP has log records with severity, attributes and trace', async () => {
    const { batch, rows, time } = await sendTwo('OTLP_HTTP', 'a-token');
    const text = (value: unknown) => ({ stringValue: String(value) });
    const attributes = (row: (typeof rows)[number]) => [
      { key: 'id', value: text(row.id) },
      ...['method', 'path', 'operation'].map((key) => ({ key, value: text(row[key as 'path']) })),
      { key: 'statusCode', value: { intValue: String(row.statusCode) } },
      { key: 'outcome', value: text(row.outcome) },
      { key: 'errors', value: text(JSON.stringify(row.errors)) },
      { key: 'latencyMs', value: { doubleValue: 12.5 } },
      ...['authType', 'keyPrefix', 'projectId'].map((key) => ({ key, value: text(row[key as 'path']) })),
      ...['otherProjectIds', 'memoryIds', 'eventIds'].map((key) => ({ key, value: text('[]') })),
      { key: 'requestId', value: text(row.requestId) },
      ...(row.severity === 'ERROR' ? [{ key: 'traceId', value: text(traceId) }] : []),
      ...['client', 'clientVersion'].map((key) => ({ key, value: text(row[key as 'path']) })),
      { key: 'bytesIn', value: { intValue: '10' } },
      { key: 'bytesOut', value: { intValue: '20' } },
      { key: 'databaseMs', value: { doubleValue: 1.25 } },
      { key: 'modelMs', value: { intValue: '0' } },
      { key: 'modelTokens', value: { intValue: '0' } },
    ];
    const record = (row: (typeof rows)[number], severityNumber: number) => ({
      timeUnixNano: `${time}000000`,
      severityNumber,
      severityText: row.severity,
      body: text(row.message),
      attributes: attributes(row),
    });
    const [first, second] = rows as [(typeof rows)[number], (typeof rows)[number]];
    const logRecords = [record(first, 9), { ...record(second, 17), traceId }];
    expect(JSON.parse(batch.body)).toEqual({
      resourceLogs: [
        {
          resource: { attributes: [{ key: 'service.name', value: text('memory-gateway') }] },
          scopeLogs: [{ scope: { name: 'memory-gateway.request_log' }, logRecords }],
        },
      ],
    });
    expect(batch.headers.authorization).toBe('Bearer a-token');
  });
});

describe('a batch of the audit log', () => {
  it('has the sealed rows with their changes and hashes, of the project or of the whole organization', async () => {
    const { organizationId } = test.place;
    await test.create({ source: 'AUDIT_LOG' });
    await test.change(1, { projectId: test.sibling });
    await test.change(1);
    test.start();
    await test.receiver.arrived(1);
    // The stream starts with the change that created it. The signed heads of both changes follow.
    const [created, row, ...others] = readLines(test.receiver.batches[0]?.body ?? '');
    expect([created?.action, others.map(({ log }) => log)]).toEqual([
      'log_stream.create',
      ['audit_head', 'audit_head'],
    ]);
    expect(row).toMatchObject({
      log: 'audit',
      severity: 'INFO',
      message: 'lamp.light lamp-2',
      action: 'lamp.light',
      targetId: 'lamp-2',
      actorType: 'USER',
      actorId: test.cast.ada.id,
      chain: organizationId,
      projectId: test.place.projectId,
      changes: { name: [null, 'Lamp 2'] },
      hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    expect(row?.id).toBe(`${organizationId}:${String(row?.sequence)}`);
    await test.create({ source: 'AUDIT_LOG', organizationId });
    await test.change(1, { projectId: test.sibling });
    await test.change(1, { organizationId: test.foreign.organizationId, projectId: test.foreign.projectId });
    // Heads can arrive in batches of their own.
    const later = () => test.receiver.batches.slice(1).flatMap(({ body }) => readLines(body));
    const ofSibling = { action: 'lamp.light', projectId: test.sibling };
    await vi.waitFor(() => expect(later()).toContainEqual(expect.objectContaining(ofSibling)), 20_000);
    expect(JSON.stringify(test.receiver.batches)).not.toContain(test.foreign.projectId);
  });
});

describe('two organizations with one receiver', () => {
  it('have different ids for each row, so that an index keeps the rows of both', async () => {
    const format = { source: 'AUDIT_LOG', format: 'ELASTIC_BULK' } as const;
    await test.create({ ...format, organizationId: test.place.organizationId, projectId: null });
    await createLogStream(as(test.services, test.cast.eve), {
      ...format,
      name: 'logs',
      url: test.receiver.url,
      organizationId: test.foreign.organizationId,
      projectId: null,
    });
    await test.change(2);
    await test.change(2, { organizationId: test.foreign.organizationId, projectId: test.foreign.projectId });
    test.start();
    const lines = () => test.receiver.batches.flatMap(({ body }) => readLines(body));
    const lit = () => lines().filter(({ action }) => action === 'lamp.light');
    await vi.waitFor(() => expect(lit()).toHaveLength(4), 20_000);
    const actions = lines() as { create?: { _id: string } }[];
    const ids = actions.flatMap(({ create }) => (create ? [create._id] : []));
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(lit().map(({ id }) => id)).size).toBe(4);
  });
});

describe('the signed heads of the audit log', () => {
  it.each([
    ['NDJSON', 'AUDIT_LOG'],
    ['NDJSON', 'REQUEST_LOG'],
    ['OTLP_HTTP', 'AUDIT_LOG'],
    ['ELASTIC_BULK', 'REQUEST_LOG'],
  ] as const)('leave the database in %s with streams of the %s', async (format, source) => {
    await test.change(1);
    const token = format === 'NDJSON' ? undefined : 'a-token';
    await test.create({ source, format, token });
    await test.change(2);
    await test.change(1, { organizationId: test.foreign.organizationId, projectId: test.foreign.projectId });
    test.start();
    await test.receiver.arrived(1);
    const { organizationId } = test.place;
    // The first head is older than the stream.
    const [, stored, ...others] = await test.services.stores.auditLogs.listHeads(organizationId, 0, 10);
    if (!stored) throw new Error('Nothing was sealed.');
    expect(others).toEqual([]);
    const { body } = firstBatch();
    const signedAt = stored.signedAt.toISOString();
    const id = `${organizationId}:${stored.sequence}`;
    const message = `Audit log sealed up to ${stored.sequence}.`;
    const head = {
      id,
      log: 'audit_head',
      time: signedAt,
      severity: 'INFO',
      message,
      type: 'head',
      ...stored,
      signedAt,
    };
    if (format === 'OTLP_HTTP') {
      const { resourceLogs } = JSON.parse(body) as { resourceLogs: [{ scopeLogs: OtlpScope[] }] };
      expect(resourceLogs[0].scopeLogs.map(({ scope }) => scope.name)).toEqual([
        'memory-gateway.audit_log',
        'memory-gateway.audit_head_log',
      ]);
      const [record] = resourceLogs[0].scopeLogs[1]?.logRecords ?? [];
      expect(record?.attributes).toContainEqual({ key: 'signature', value: { stringValue: stored.signature } });
      return;
    }
    const lines = readLines(body);
    const sent = lines.filter(({ log }) => log === 'audit_head');
    expect(sent).toEqual([format === 'NDJSON' ? head : { '@timestamp': signedAt, ...head }]);
    if (format === 'ELASTIC_BULK') expect(lines[0]).toEqual({ create: { _id: `audit_head-${id}` } });
    expect(isSignedBy({ ...stored, signedAt }, (await auditSigningKeys(test.services.sealer)).publicKey)).toBe(true);
  });
});

interface OtlpScope {
  readonly scope: { readonly name: string };
  readonly logRecords: readonly { readonly attributes: readonly object[] }[];
}
