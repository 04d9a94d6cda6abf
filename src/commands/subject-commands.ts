import type { Services } from '../context.js';
import { DomainError } from '../errors.js';
import type { SubjectInput } from '../resolvers/subject/subject-scope.js';
import { ArgumentsError, type DefineCommand, type ExitCode, printResult } from '@memory-gateway/cli';
import { withServices, type Means, type OpenServices } from './with-services.js';

interface Options {
  readonly userId?: string;
  readonly agentId?: string;
  readonly appId?: string;
  readonly runId?: string;
  readonly project?: string;
  readonly json?: boolean;
}

const exportAbout = `Write everything that is stored about an entity to one file (JSON Lines with store and row)

The file holds its memories with their versions and history, links, feedback, profile, events and deliveries. An existing file is
never replaced.`;

const eraseAbout = `Erase everything that is stored about an entity, and print a receipt with the number of rows in each store

Erases its memories, history, vectors, links, feedback, profile, events and deliveries, and every export of the project. This cannot be
undone. Run \`vacuum\` afterwards, so that the files of the embedded database hold no deleted text.`;

/** Defines `memory-gateway subject export|erase`. Exit codes: 0 done, 1 refused, 2 wrong arguments. */
export function subjectCommands(open: OpenServices): DefineCommand {
  return (program, { io, run }) => {
    const subject = program.command('subject').description('Answer a request of a person about their data');
    const exporting = subject.command('export').summary('write everything about an entity to one file');
    exporting.description(exportAbout).argument('<file>', 'file to write');
    const erasing = subject.command('erase').summary('erase everything about an entity').description(eraseAbout);
    for (const command of [exporting, erasing])
      command
        .option('--user-id <id>', 'the user')
        .option('--agent-id <id>', 'the agent')
        .option('--app-id <id>', 'the app')
        .option('--run-id <id>', 'the run')
        .option('--project <id>', 'project of the entity (default: the default project)')
        .option('--json', 'print one JSON object and nothing else on stdout');
    exporting.action(run((file: string, options: Options) => runExport(file, options, { io, open })));
    erasing.action(run((options: Options) => runErase(options, { io, open })));
  };
}

function toSubject({ userId, agentId, appId, runId, project }: Options): SubjectInput {
  const given = Object.entries({ user: userId, agent: agentId, app: appId, run: runId }).filter(
    ([, name]) => name !== undefined,
  );
  const [[type, name] = []] = given;
  if (given.length !== 1 || name === undefined)
    throw new ArgumentsError('Name one entity: --user-id, --agent-id, --app-id or --run-id.');
  return { type: type as SubjectInput['type'], name, projectId: project };
}

function runExport(file: string, options: Options, means: Means): Promise<ExitCode> {
  return printRows(options, means, async (services, subject) => {
    const { exportSubject } = await import('../resolvers/subject/export-subject.js');
    return { file, rows: await exportSubject(services, { ...subject, file }) };
  });
}

function runErase(options: Options, means: Means): Promise<ExitCode> {
  return printRows(options, means, async (services, subject) => {
    const { eraseSubject } = await import('../resolvers/subject/erase-subject.js');
    const { projectId, erasedAt, counts } = await eraseSubject(services, subject);
    return { project_id: projectId, erased_at: erasedAt.toISOString(), rows: counts };
  });
}

type Result = { readonly rows: Readonly<Record<string, number>> } & Readonly<Record<string, unknown>>;

// An erasure also removes the exports of the project, whatever they hold.
const isEmpty = (rows: Result['rows']): boolean =>
  Object.entries(rows).every(([store, count]) => count === 0 || store === 'exports');

async function printRows(
  options: Options,
  { io, open }: Means,
  work: (services: Services, subject: SubjectInput) => Promise<Result>,
): Promise<ExitCode> {
  const subject = toSubject(options);
  try {
    const value = await withServices(open, (services) => work(services, subject));
    const { rows, ...rest } = value;
    if (isEmpty(rows)) io.stderr.write(`Nothing is stored about the ${subject.type} ${subject.name}.\n`);
    const lines = Object.entries({ ...rest, ...rows }).map(([name, item]) => `${name.padEnd(20)}${String(item)}\n`);
    return printResult(io, { json: options.json, value, text: lines.join('') });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    io.stderr.write(`${error.message.replace('`name`', `\`--${subject.type}-id\``)}\n`);
    return 1;
  }
}
