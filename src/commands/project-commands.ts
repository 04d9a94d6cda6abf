import { readDumpManifest, type DumpManifest } from '@memory-gateway/dump-file';
import type { DefineCommand, ExitCode } from '@memory-gateway/cli';
import { withServices, workOnFile, type Means, type OpenServices } from './with-services.js';

interface ExportOptions {
  readonly project?: string;
  readonly json?: boolean;
}

interface ImportOptions extends ExportOptions {
  readonly organization?: string;
}

const exportAbout = `Write a project to one file (JSON Lines; compressed if its name ends in .gz)

The file holds settings, entities, memories with IDs, times, metadata and history, links, feedback and profiles, as they are at one
moment. It holds no secrets, members, webhooks, logs or vectors. An existing file is never replaced.`;

const importAbout = `Read a project file into a new or an empty project

The whole file is verified before anything is written. IDs, times and history stay as they were; the server makes the vectors again.`;

/** `openNamed` creates a database only in a data directory that the environment names. */
interface ProjectMeans {
  readonly open: OpenServices;
  readonly openNamed: OpenServices;
}

/** Defines `memory-gateway project export|import`. Exit codes: 0 done, 1 refused, 2 wrong arguments. */
export function projectCommands({ open, openNamed }: ProjectMeans): DefineCommand {
  return (program, { io, run }) => {
    const project = program.command('project').description('Write a project to a file, or read it from one');
    project
      .command('export')
      .summary('write a project to one file')
      .description(exportAbout)
      .argument('<file>', 'file to write')
      .option('--project <id>', 'project to export (default: the default project)')
      .option('--json', 'print one JSON object and nothing else on stdout')
      .action(run((file: string, options: ExportOptions) => runExport(file, options, { io, open })));
    project
      .command('import')
      .summary('read a project file into a new or an empty project')
      .description(importAbout)
      .argument('<file>', 'file of `project export`')
      .option('--project <id>', 'empty project that takes the content (default: a new project with the ID of the file)')
      .option(
        '--organization <id>',
        'organization of the project (default for a new project: the default organization)',
      )
      .option('--json', 'print one JSON object and nothing else on stdout')
      .action(run((file: string, options: ImportOptions) => runImport(file, options, { io, open: openNamed })));
  };
}

function runExport(file: string, { project, json }: ExportOptions, { io, open }: Means): Promise<ExitCode> {
  return workOnFile(io, (onProgress) =>
    withServices(open, async (services) => {
      const { exportProject } = await import('../resolvers/project/export-project.js');
      const manifest = await exportProject(services, { projectId: project, file, onProgress });
      return describe(manifest, json, { file });
    }),
  );
}

function runImport(file: string, options: ImportOptions, { io, open }: Means): Promise<ExitCode> {
  const { project: projectId, organization: organizationId, json } = options;
  return workOnFile(io, async (onProgress) => {
    // Opening creates a missing database, which a wrong file would leave behind.
    await readDumpManifest(file, 'project');
    return withServices(open, async (services) => {
      const { importProject } = await import('../resolvers/project/import-project.js');
      const done = await importProject(services, { file, projectId, organizationId, onProgress });
      return describe(done.manifest, json, { project_id: done.projectId });
    });
  });
}

function describe(
  { sections, sha256 }: DumpManifest,
  json: boolean | undefined,
  done: Readonly<Record<string, string>>,
): string {
  const rows = Object.fromEntries(sections.map((section) => [section.name, section.rows]));
  const lines = sections.map((section) => `  ${section.name.padEnd(18)}${section.rows}\n`);
  const names = Object.entries(done).map(([name, value]) => `${name.replace('_id', '')}: ${value}\n`);
  return json ? `${JSON.stringify({ ...done, sha256, rows })}\n` : [...names, ...lines].join('');
}
