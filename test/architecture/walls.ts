import ts from 'typescript';
import { advisoryLocks, hashedAdvisoryLocks } from '@memory-gateway/database';
import { importsOf, layerOf, parse } from './imports.js';

/** A rule that import tables cannot express. `sample` is a file that breaks it. */
export interface Wall {
  readonly rule: string;
  readonly sample: readonly [file: string, source: string];
  /** The offences of a file, in words. */
  check(file: string, source: string): string[];
}

/** Who may import the functions that create a scope without asking `authorize`. */
const scopeMakers: Readonly<Record<string, readonly string[]>> = {
  proveProject: ['src/auth/authorize.ts'],
  proveOrganization: ['src/auth/authorize.ts'],
  systemScope: ['src/jobs/'],
  proveNewOrganization: ['src/resolvers/organization/create-organization.ts'],
  proveNewProject: ['src/resolvers/project/create-project.ts'],
  operatorProject: [
    'src/resolvers/import/import-accounts.ts',
    'src/resolvers/import/send-import.ts',
    'src/resolvers/project/export-project.ts',
    'src/resolvers/project/import-project.ts',
    'src/resolvers/subject/subject-scope.ts',
    'src/resolvers/user/create-first-admin.ts',
    'src/resolvers/invitation/accept-invitation-link.ts',
    'src/resolvers/invitation/lock-received.ts',
    'src/resolvers/configuration/serving-embedder.ts',
  ],
  operatorOrganization: [
    'src/resolvers/import/import-accounts.ts',
    'src/resolvers/project/import-project.ts',
    'src/resolvers/invitation/lock-received.ts',
    'src/resolvers/user/create-first-admin.ts',
  ],
};

/** Files that leave row-level security for a statement, a transaction or a list of ids. */
const beyondRowSecurity = [
  'src/context.ts',
  'src/jobs/queue.ts',
  'src/resolvers/invitation/accept-invitation-link.ts',
  'src/resolvers/invitation/accept-invitation.ts',
  'src/resolvers/invitation/decline-invitation.ts',
  'src/resolvers/invitation/find-invitation-offer.ts',
  'src/resolvers/organization/create-organization.ts',
  'src/resolvers/project/create-project.ts',
  'src/resolvers/session/log-in.ts',
  'src/resolvers/session/log-out.ts',
  'src/resolvers/session/refresh-session.ts',
  'src/resolvers/session/refresh-token.ts',
  'src/stores/configuration/setting-store.ts',
  'src/stores/deletion/erase-bodies.ts',
  'src/stores/deletion/erase-copies.ts',
  'src/stores/earlier-adds.ts',
  'src/stores/import/import-batch-store.ts',
  'src/stores/import/import-store.ts',
  'src/stores/invitation/membership-invitation-store.ts',
  'src/stores/log-stream/log-stream-rows.ts',
  'src/stores/log-stream/log-stream-store.ts',
  'src/stores/request-log/request-log-statistics-store.ts',
  'src/stores/request-log/request-log-store.ts',
  'src/stores/search/vector-store.ts',
];

/** Functions that check a form, and functions that authorize. */
// readSearchPool reads candidates from the database, not input.
const formChecks = /^(collectFieldErrors|pageWindow|toPageWindow|read(?!SearchPool$)[A-Z]\w*)$/;
const authorizations = /^(enterProject|authorizeOrganization|scopeOf[A-Z]\w*)$/;

const sql = /\b(SELECT\s.+\sFROM|INSERT INTO|DELETE FROM|UPDATE \w+ SET|SAVEPOINT)\b/s;
const wireWord =
  /\b(user|agent|app|run|event|memory|project|org|entity)_ids?\b|\b(top_k|custom_categories|expiration_date|page_size)\b/;

/** Files that name what src/roles.ts and packages/models/src/model-providers.ts list; every other file derives it. */
const roleFiles = ['src/roles.ts', 'src/auth/permissions.ts'];
const providerFiles = ['packages/models/src/model-providers.ts', 'packages/models/src/llm/formats.ts'];

/** Every wall that docs/architecture.md and CONTRIBUTING.md name beside the import table. */
export const walls: readonly Wall[] = [
  {
    rule: 'the lowest role and the role that an action needs are named in the role and permission lists only',
    sample: ['src/schema/sample.ts', "const text = 'Changes it. Requires the role OWNER.';"],
    check: (file, source) =>
      isOneOf(file, roleFiles)
        ? []
        : texts(file, source)
            .filter((text) => /\bREADERs?\b|Requires the role (?!ADMIN)[A-Z]/.test(text))
            .map((text) => `${file} names a role: ${text.slice(0, 60)}`),
  },
  {
    rule: 'model providers are named in their list only',
    sample: ['src/resolvers/sample.ts', "if (provider === 'gemini') start();"],
    check: (file, source) =>
      isOneOf(file, providerFiles)
        ? []
        : texts(file, source)
            .filter((text) => /^['"`](anthropic|gemini)/.test(text))
            .map((text) => `${file} names a model provider: ${text}`),
  },
  {
    rule: 'only the named files create a scope without authorize',
    sample: ['src/resolvers/memory/sample.ts', "import { systemScope } from '../../auth/scope.js';"],
    check: (file, source) =>
      importedNames(file, source, 'auth/scope')
        .filter((name) => scopeMakers[name]?.every((allowed) => !file.startsWith(allowed)))
        .map((name) => `${file} must not import ${name}`),
  },
  {
    rule: 'use cases enter projects through enterProject, which settles accepted deletions',
    sample: ['src/resolvers/memory/sample.ts', "import { authorize } from '../../auth/authorize.js';"],
    check: (file, source) =>
      file.startsWith('src/resolvers/') &&
      file !== 'src/resolvers/configuration/configuration-view.ts' &&
      importedNames(file, source, 'auth/authorize').includes('authorize')
        ? [`${file} must call enterProject instead of authorize`]
        : [],
  },
  {
    rule: 'a use case checks the form of its input before it authorizes',
    sample: [
      'src/resolvers/memory/sample.ts',
      'function sample() { enterProject(ctx, action, id); const window = pageWindow(input); }',
    ],
    check: (file, source) => (file.startsWith('src/resolvers/') ? lateFormChecks(file, source) : []),
  },
  {
    rule: 'functions have at most 60 lines of their own, components of the dashboard 70',
    sample: ['src/resolvers/memory/sample.ts', `function sample() {\n${'  run();\n'.repeat(60)}}`],
    check: (file, source) => (file.startsWith('src/schema/') ? [] : longFunctions(file, source)),
  },
  {
    rule: 'SQL is in stores, events and jobs only',
    sample: ['src/resolvers/memory/sample.ts', "query('DELETE FROM memories');"],
    check: (file, source) =>
      ['resolvers', 'auth', 'schema', 'http', 'rest-compat', 'webhooks', 'log-streams', 'unit-of-work'].includes(
        layerOf(file),
      )
        ? texts(file, source)
            .filter((text) => sql.test(text))
            .map(() => `${file} contains SQL`)
        : [],
  },
  {
    rule: 'use cases name fields by their keys; each API renders its own names',
    sample: ['src/resolvers/memory/sample.ts', "check.add('userId', 'user_id must not be blank.');"],
    check: (file, source) =>
      // Keys of the payloads of other servers.
      file.startsWith('src/resolvers/') && !file.startsWith('src/resolvers/import/')
        ? texts(file, source)
            .filter((text) => wireWord.test(text))
            .map((text) => `${file} names a REST field: ${text}`)
        : [],
  },
  {
    rule: 'the Prisma client on the pool is for the GraphQL library alone; stores use prisma() of the pool or the transaction',
    sample: ['src/stores/member/sample.ts', 'database.rootPrisma.user.count();'],
    check: (file, source) =>
      /^(src|rest-compat)\//.test(file) && file !== 'src/schema/builder.ts' && /\brootPrisma\b/.test(source)
        ? [`${file} uses the Prisma client on the pool`]
        : [],
  },
  {
    rule: 'statements of a request stay under row-level security, except in a few files',
    sample: ['src/stores/member/sample.ts', "db.asOwner.query('SELECT 1');"],
    check: (file, source) =>
      /^(src|rest-compat)\//.test(file) &&
      !beyondRowSecurity.includes(file) &&
      /\b(asOwner|runAsOwner|withoutWall)\b/.test(source)
        ? [`${file} leaves row-level security`]
        : [],
  },
  {
    rule: 'inside a transaction, stores of the pool and the pool itself are out of reach',
    sample: ['src/resolvers/memory/sample.ts', 'transact(ctx, async (unit) => { await ctx.stores.users.find(id); });'],
    check: (file, source) => (/^(src|rest-compat)\//.test(file) ? poolUsesInTransactions(file, source) : []),
  },
  {
    rule: 'only src/config.ts reads the environment',
    sample: ['src/http/sample.ts', 'const port = process.env.PORT;'],
    check: (file, source) =>
      /^(src|rest-compat)\//.test(file) && !/^src\/(config|main)\b/.test(file) && /\bprocess\.env\b/.test(source)
        ? [`${file} reads the environment`]
        : [],
  },
  {
    rule: 'advisory locks have the numbers of their list, which has none twice',
    sample: ['src/stores/sample.ts', 'const lock = `SELECT pg_advisory_xact_lock(${72_707_380})`;'],
    check: (file, source) => {
      if (file === 'packages/database/src/advisory-locks.ts')
        return [advisoryLocks, hashedAdvisoryLocks]
          .map((locks) => Object.values<number>(locks))
          .flatMap((numbers) => numbers.filter((number, index) => numbers.indexOf(number) !== index))
          .map((number) => `${file} has the number ${number} twice`);
      const isListed = ['@memory-gateway/database', 'packages/database/src/advisory-locks']
        .flatMap((module) => importedNames(file, source, module))
        .some((name) => name in { advisoryLocks, hashedAdvisoryLocks });
      return /72_?707_?3/.test(source) || (/pg_(try_)?advisory_/.test(source) && !isListed)
        ? [`${file} has a number of its own for an advisory lock`]
        : [];
    },
  },
  {
    rule: 'no file of resolvers or stores is named after its folder, and none only re-exports',
    sample: ['src/stores/member/member.ts', ''],
    check: (file) => {
      const [, layer, folder, name] = file.split('/');
      const isInside = layer === 'resolvers' || layer === 'stores';
      return isInside && (name === `${folder}.ts` || name === 'index.ts') ? [`${file} is named after its folder`] : [];
    },
  },
];

const isOneOf = (file: string, named: readonly string[]): boolean =>
  named.includes(file) || file.includes('/generated/');

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}

/** Names that a file imports from a module of src or from a package, as values or types. */
function importedNames(file: string, source: string, module: string): string[] {
  if (!importsOf(file, source).some(({ target }) => target === `./${module}` || target === module)) return [];
  const names: string[] = [];
  visit(parse(file, source), (node) => {
    if (!ts.isImportSpecifier(node)) return;
    const { moduleSpecifier } = node.parent.parent.parent;
    if (!ts.isStringLiteral(moduleSpecifier)) return;
    if (moduleSpecifier.text === module || moduleSpecifier.text.endsWith(`/${module.split('/').pop() ?? ''}.js`))
      names.push((node.propertyName ?? node.name).text);
  });
  return names;
}

/** String literals, templates and regular expressions of a file. */
function texts(file: string, source: string): string[] {
  const found: string[] = [];
  visit(parse(file, source), (node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isRegularExpressionLiteral(node))
      found.push(node.getText());
  });
  return found;
}

function lateFormChecks(file: string, source: string): string[] {
  return parse(file, source).statements.flatMap((statement) => {
    if (!ts.isFunctionDeclaration(statement) || !statement.body) return [];
    const calls: ts.CallExpression[] = [];
    visit(statement.body, (node) => void (ts.isCallExpression(node) && calls.push(node)));
    const named = calls.map((call) => ({ name: call.expression.getText(), end: call.getEnd() }));
    const authorized = named.filter(({ name }) => authorizations.test(name)).map(({ end }) => end);
    return named
      .filter(({ name, end }) => formChecks.test(name) && end > Math.min(...authorized))
      .map(({ name }) => `${file}: ${statement.name?.text ?? ''} calls ${name} after it authorizes`);
  });
}

// `ctx.stores` and `ctx.database` use the pool, which on the embedded database waits for the open transaction: forever.
const poolUse = /^(ctx|context|services)\.(stores|database\.(query|transaction|prisma))$/;

function poolUsesInTransactions(file: string, source: string): string[] {
  const found: string[] = [];
  visit(parse(file, source), (node) => {
    if (!ts.isCallExpression(node) || !/(^|\.)(transact|transaction)$/.test(node.expression.getText())) return;
    const work = node.arguments.find((argument) => ts.isArrowFunction(argument));
    if (!work) return;
    visit(work.body, (inner) => {
      if (ts.isPropertyAccessExpression(inner) && poolUse.test(inner.getText()))
        found.push(`${file} uses ${inner.getText()} inside a transaction`);
    });
  });
  return found;
}

const ownLinesMax = 60;
const componentLinesMax = 70;

/** Functions with more lines of their own than allowed: a function inside counts for itself. Lists of GraphQL fields are data. */
function longFunctions(file: string, source: string): string[] {
  const parsed = parse(file, source);
  const max = file.startsWith('dashboard/') ? componentLinesMax : ownLinesMax;
  const lineOf = (position: number) => parsed.getLineAndCharacterOfPosition(position).line;
  const found: string[] = [];
  /** Returns the lines of the functions inside of a node. */
  const measure = (node: ts.Node): number => {
    let inside = 0;
    ts.forEachChild(node, (child) => void (inside += measure(child)));
    if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return inside;
    const [first, last] = [lineOf(node.getStart()), lineOf(node.end)];
    const own = last - first + 1 - inside;
    if (own > max) found.push(`${file}:${first + 1}: a function has ${own} lines of its own`);
    return last - first;
  };
  measure(parsed);
  return found;
}
