import { createHash } from 'node:crypto';

export type DumpKind = 'project' | 'backup';

/** Highest version of the file layout that this build reads and writes. */
export const dumpVersion = 1;

/** The rows of one table in the file, as one JSON object per line. */
export interface DumpSection {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly bytes: number;
  /** SHA-256 in hex of the lines with their line feeds. */
  readonly sha256: string;
}

export interface DumpManifest {
  readonly format: string;
  readonly version: number;
  readonly migrations: readonly string[];
  readonly about: Readonly<Record<string, unknown>>;
  readonly sections: readonly DumpSection[];
  /** SHA-256 in hex of the manifest without this field. */
  readonly sha256: string;
}

export class DumpError extends Error {
  override readonly name = 'DumpError';
}

/** Returns the manifest field `format` of a kind. */
export const dumpFormat = (kind: DumpKind) => `memory-gateway ${kind}`;

/** Adds the manifest's own hash. */
export function sealManifest(manifest: Omit<DumpManifest, 'sha256'>): DumpManifest {
  const { format, version, migrations, about, sections } = manifest;
  const fields = { format, version, migrations, about, sections };
  return { ...fields, sha256: createHash('sha256').update(JSON.stringify(fields)).digest('hex') };
}

/** Parses the first line of a file. @throws DumpError */
export function readManifest(line: string, kind: DumpKind): DumpManifest {
  const manifest = parse(line);
  if (!isJsonObject(manifest) || typeof manifest['format'] !== 'string')
    throw new DumpError('Line 1 is no manifest: this is not a file of memory-gateway.');
  const { format, version } = manifest;
  if (format !== dumpFormat(kind))
    throw new DumpError(`Line 1: the file is a "${format}", and a "${dumpFormat(kind)}" is needed.`);
  if (typeof version !== 'number' || version > dumpVersion)
    throw new DumpError(
      `Line 1: the file has version ${String(version)}; this build reads up to version ${dumpVersion}. Use a newer memory-gateway.`,
    );
  // Its digest, checked next, is that of a manifest that this file wrote.
  const found = manifest as unknown as DumpManifest;
  if (sealManifest(found).sha256 !== found.sha256)
    throw new DumpError('Line 1: the manifest does not match its own SHA-256. The file is damaged.');
  return found;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Whether a value is a JSON object, not null and not an array. */
function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
