import { canonicalFilter } from '../../engine/export-filter.js';
import { readSchema } from '../../engine/export-schema.js';
import type { ExportFormat } from '../../engine/export-writer.js';
import type { Json } from '../../engine/filter-values.js';
import { ValidationError } from '../../errors.js';
import type { NewExport } from '../../stores/export/export-store.js';
import { collectFieldErrors } from '../../validate.js';
import { readFilter } from '../memory/read-filter.js';
import { readText } from '../shared/text-fields.js';

export interface ExportInput {
  /** Default: json. */
  readonly format?: string | null | undefined;
  /** JSON Schema of the result, an object or JSON text. Absent: the memories as they are. */
  readonly schema?: unknown;
  /** In the filter language. Absent: every memory. */
  readonly filters?: unknown;
  /** For a model that fills the schema. */
  readonly instructions?: string | null | undefined;
  /** Default false: memories that have expired are left out. */
  readonly showExpired?: boolean | null | undefined;
}

/** The formats that there are. */
export const exportFormats: readonly ExportFormat[] = ['json', 'jsonl', 'csv'];

const filterBytesMax = 65_536;

/**
 * Checks what to export.
 * @param requireEntity demand a condition on a user, agent, app or run
 * @throws ValidationError under `format`, `schema`, `filters` or `instructions`
 */
export function readExportInput(
  input: ExportInput,
  { requireEntity = false }: { requireEntity?: boolean } = {},
): Pick<NewExport, 'format' | 'schema' | 'filters' | 'condition' | 'includeExpired' | 'instructions'> {
  const check = collectFieldErrors();
  const format = exportFormats.find((each) => each === (input.format ?? 'json'));
  if (!format) check.add('format', `It must be one of ${exportFormats.join(', ')}.`);
  const instructions = readText(check, 'exportInstructions', input.instructions) ?? null;
  check.throwIfAny();
  const condition = canonicalFilter(readFilter(input.filters, { requireEntity }));
  if (Buffer.byteLength(JSON.stringify(condition)) > filterBytesMax)
    throw new ValidationError({ filters: ['It may take 64 kB as JSON at most.'] });
  return {
    format: format ?? 'json',
    schema: input.schema == null ? null : readSchema(input.schema).schema,
    filters: (input.filters ?? null) as Json | null,
    condition,
    includeExpired: input.showExpired === true,
    instructions,
  };
}
