import { Readable } from 'node:stream';
import { z } from 'zod';
import { openAuditExport } from '../../src/resolvers/audit-log/export-audit-log.js';
import { findAuditNames, type AuditName } from '../../src/resolvers/audit-log/find-audit-names.js';
import { listAuditLogs } from '../../src/resolvers/audit-log/list-audit-logs.js';
import { writeAuditExport } from '../../src/resolvers/audit-log/write-audit-export.js';
import { createWireForm, toCamelKeys } from '../../src/snake-case.js';
import type { AuditLogRow } from '../../src/stores/audit-log-store.js';
import { withFieldNames } from '../../src/validate.js';
import { describeRoute } from './route.js';
import { toBytes } from './export-content.js';
import { queryMoment, queryNumber, queryText } from './fields.js';
import { createEnvelopeSchema, toPageUrl } from './paging.js';
import { getContext, hostedPlugin } from './plugin.js';

const nullableText = z.string().nullable();

const AuditLog = z.object({
  id: z.string(),
  action: z.string().describe('Action, such as `api_key.revoke`.'),
  actor_type: z.string().describe('USER, API_KEY, ADMIN_KEY, SYSTEM or ANONYMOUS.'),
  actor_id: nullableText.describe('ID of the user. Null if no user is behind the actor.'),
  key_prefix: nullableText.describe('First characters of the API key. Null if the actor used no key.'),
  target_type: z.string().describe('Type of the changed object, such as `api_key`.'),
  target_id: z.string().describe('ID of the changed object.'),
  organization_id: nullableText.describe('ID of the organization. Null if the object belongs to no organization.'),
  project_id: nullableText.describe('ID of the project. Null if the object belongs to no project.'),
  changes: z.record(z.string(), z.unknown()).describe('Changed fields with their values before and after.'),
  names: z
    .record(z.string(), z.string())
    .describe('IDs of entities by their digest in `changes` and `target_id`, while the project stores them.'),
  reason: nullableText.describe('Reason of the change. Null if there is none.'),
  request_id: nullableText.describe('ID of the request. Null if a job or a command made the change.'),
  sequence: z.number().nullable().describe('Position in the hash chain. Null until the row is sealed.'),
  hash: nullableText,
  created_at: z.string(),
});

const query = z.object({
  org_id: queryText().describe('Changes in this organization.'),
  project_id: queryText().describe('Changes in this project.'),
  action: queryText().describe('An action, or a prefix that ends in a dot, such as `member.`.'),
  target_type: queryText().describe('Type of the changed object.'),
  target_id: queryText().describe('ID of the changed object. For an entity, its type and name: `user/ada`.'),
  actor_id: queryText().describe('ID of a user.'),
  request_id: queryText(),
  since: queryMoment().describe('Changes at this time or later.'),
  until: queryMoment().describe('Changes before this time.'),
  page_size: queryNumber().meta({ description: 'Changes on a page, 1 to 100. Default 20.', maximum: 100 }),
  cursor: queryText().describe('Cursor of the page, as `next` has it.'),
});

/** Registers the routes of the audit log: the list of changes, and the export of a whole chain. */
export const auditLogRoutes = hostedPlugin((scope) => {
  const list = describeRoute('listAuditLogs', { 200: createEnvelopeSchema(AuditLog) }, { querystring: query });
  scope.get('/v1/audit-logs/', list, async (request) => {
    const { org_id: organizationId, project_id: projectId, page_size: first, cursor: after, ...given } = request.query;
    const filter = toCamelKeys(given);
    const page = await withFieldNames({ first: 'pageSize', after: 'cursor' }, () =>
      listAuditLogs(getContext(request), { organizationId, projectId, filter, first, after }),
    );
    const names = await findAuditNames(getContext(request), page.rows);
    return {
      count: await page.total(),
      next: page.hasNextPage ? toPageUrl(request, { cursor: page.cursors.at(-1) ?? '' }) : null,
      previous: null,
      results: page.rows.map((row, index) => toAuditLog(row, names[index] ?? [])),
    };
  });

  const download = describeRoute(
    'exportAuditLogs',
    { 200: z.unknown().describe('The export as a file.') },
    {
      querystring: z.object({
        org_id: queryText().describe('Organization whose chain to export. Default: the installation, for admins.'),
        format: z.enum(['jsonl', 'csv']).optional().describe('`jsonl` (default), which can be verified, or `csv`.'),
      }),
    },
  );
  scope.get('/v1/audit-logs/export/', download, async (request, reply) => {
    const { org_id: organizationId, format = 'jsonl' } = request.query;
    const lines = await openAuditExport(getContext(request), { organizationId });
    reply
      .header('content-disposition', `attachment; filename="audit-log.${format}"`)
      .header('cache-control', 'no-store');
    reply.type(format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/x-ndjson; charset=utf-8');
    return reply.send(Readable.from(toBytes(writeAuditExport(lines, format)), { objectMode: false, highWaterMark: 1 }));
  });
});

const toWireForm = createWireForm(AuditLog);

function toAuditLog(row: AuditLogRow, names: readonly AuditName[]): z.infer<typeof AuditLog> {
  return toWireForm({
    ...row,
    changes: JSON.parse(row.changes) as Record<string, unknown>,
    names: Object.fromEntries(names.map(({ digest, name }) => [digest, name])),
  });
}
