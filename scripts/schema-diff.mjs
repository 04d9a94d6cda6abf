#!/usr/bin/env node
/**
 * Prints the SQL that migrates one Prisma schema to another, without a database or a download.
 *
 *   node scripts/schema-diff.mjs OLD.prisma [NEW.prisma]     SQL of a new migration
 *   node scripts/schema-diff.mjs --empty [NEW.prisma]        SQL of the whole schema
 *
 * NEW defaults to prisma/schema.prisma. The output never contains indexes, triggers, functions and generated columns that
 * Prisma does not support; write these into the migration by hand.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';

/**
 * Returns the SQL that migrates one Prisma schema to another. Empty without differences.
 * @param {string | undefined} from path of the older schema, or `undefined` for an empty database
 * @param {string} to path of the newer schema
 * @returns {Promise<string>}
 */
export async function schemaDiff(from, to) {
  const target = await schemaTarget(to);
  const source = from === undefined ? { tag: 'empty' } : await schemaTarget(from);
  const { SchemaEngine } = await loadEngine();
  const engine = await SchemaEngine.new({ datamodels: undefined }, () => {}, noDatabase());
  try {
    const result = await engine.diff({
      from: source,
      to: target,
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    const sql = (result.stdout ?? '').trim();
    return sql === '-- This is an empty migration.' ? '' : sql;
  } finally {
    engine.free();
  }
}

async function schemaTarget(file) {
  const content = await readFile(file, 'utf8');
  return { tag: 'schemaDatamodel', files: [{ path: path.basename(file), content }] };
}

// The package's own entry imports the .wasm file as a module, which Node supports only behind a flag.
async function loadEngine() {
  const require = createRequire(import.meta.url);
  const engine = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const folder = path.dirname(require.resolve('@prisma/schema-engine-wasm'));
  const module = await WebAssembly.compile(await readFile(path.join(folder, 'schema_engine_bg.wasm')));
  const instance = await WebAssembly.instantiate(module, { './schema_engine_bg.js': engine });
  engine.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return engine;
}

// The engine requires an adapter even to compare two files: it asks once for the type of server.
function noDatabase() {
  const refuse = async (query) => {
    throw new Error(`The difference of two schemas must not ask a database: ${query?.sql ?? query}`);
  };
  const whichServer = async (query) => {
    if (!query.sql.includes('server_version_num')) return refuse(query);
    const { Boolean, Text, Int32 } = ColumnTypeEnum;
    return {
      columnNames: ['exists', 'version', 'numeric_version'],
      columnTypes: [Boolean, Text, Int32],
      rows: [[true, 'PostgreSQL 15.0', 150000]],
    };
  };
  const adapter = {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    queryRaw: whichServer,
    executeRaw: refuse,
    executeScript: refuse,
    startTransaction: refuse,
    getConnectionInfo: () => ({ schemaName: 'public', supportsRelationJoins: true }),
    dispose: async () => {},
  };
  return bindMigrationAwareSqlAdapterFactory({
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: async () => adapter,
    connectToShadowDb: async () => adapter,
  });
}

async function main(args) {
  const [from, to = 'prisma/schema.prisma', ...rest] = args;
  if (from === undefined || rest.length > 0) {
    console.error('Usage: schema-diff.mjs OLD.prisma|--empty [NEW.prisma]');
    process.exit(2);
  }
  const sql = await schemaDiff(from === '--empty' ? undefined : from, to);
  console.log(sql === '' ? '-- No difference.' : sql);
}

if (process.argv[1] !== undefined && fileURLToPath(import.meta.url) === path.resolve(process.argv[1])) {
  await main(process.argv.slice(2));
}
