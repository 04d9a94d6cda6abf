import { canonicalFilter, readSchema, type ExportFormat, type Json } from '@memory-gateway/memory-engine';
import { requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { ValidationError } from '../../errors.js';
import type { ExportRow, NewExport } from '../../stores/export-store.js';
import { collectFieldErrors, readInput } from '../../validate.js';
import { readFilter } from '../memory/read-filter.js';
import { readText } from '../shared/text-fields.js';
import { acceptExport } from './accept-export.js';

interface ExportInput {
  /** Default: json. */
  readonly format?: string | null | undefined;
  /** JSON Schema of the result, as an object or JSON text. Default: memories as stored. */
  readonly schema?: unknown;
  /** Filter in the filter language. Default: every memory. */
  readonly filters?: unknown;
  /** Instructions for the model that fills the schema. */
  readonly instructions?: string | null | undefined;
  /** Includes expired memories. Default false. */
  readonly includeExpired?: boolean | null | undefined;
}

/** Accepts an export, written by a job. Its event has the same id. @throws ValidationError; ConflictError beyond 500 */
export async function createExport(
  ctx: AppContext,
  input: ExportInput & { projectId: string; requireEntity?: boolean },
): Promise<ExportRow> {
  requireCaller(ctx);
  const wanted = readExportInput(input, { requireEntity: input.requireEntity ?? false });
  const scope = await enterProject(ctx, 'export:write', input.projectId);
  const { format, filters } = wanted;
  return acceptExport(ctx, scope, {
    wanted: { ...wanted, subject: null },
    audited: { action: 'export.create', after: { format }, digested: { filters } },
  });
}

const exportFormats: readonly ExportFormat[] = ['json', 'jsonl', 'csv'];

const filterBytesMax = 65_536;

/** Validates export options. @param requireEntity requires a condition on an entity id. @throws ValidationError */
function readExportInput(
  input: ExportInput,
  { requireEntity = false }: { requireEntity?: boolean } = {},
): Pick<NewExport, 'format' | 'schema' | 'filters' | 'condition' | 'includeExpired' | 'instructions'> {
  const check = collectFieldErrors();
  const format = exportFormats.find((each) => each === (input.format ?? 'json'));
  if (!format) check.add('format', `must be one of ${exportFormats.join(', ')}.`);
  const instructions = readText(check, 'exportInstructions', input.instructions) ?? null;
  check.throwIfAny();
  const condition = canonicalFilter(readFilter(input.filters, { requireEntity }));
  if (Buffer.byteLength(JSON.stringify(condition)) > filterBytesMax)
    throw new ValidationError({ filters: ['may take 64 kB as JSON at most.'] });
  return {
    format: format ?? 'json',
    schema: input.schema == null ? null : readInput(() => readSchema(input.schema)).schema,
    filters: (input.filters ?? null) as Json | null,
    condition,
    includeExpired: input.includeExpired === true,
    instructions,
  };
}
