// graphql-codegen: reads the schema from the running server by introspection, and its types fit what the server returns.
import { execFileSync } from 'node:child_process';
import { generate } from '@graphql-codegen/cli';
import { graphqlUrl, headers } from './support.mjs';

await generate(
  {
    silent: true,
    schema: { [graphqlUrl]: { headers } },
    documents: 'codegen/*.mts',
    generates: { 'generated/codegen/': { preset: 'client', config: { enumsAsTypes: true, useTypeImports: true } } },
    emitLegacyCommonJSImports: false,
  },
  true,
);
execFileSync('../../node_modules/.bin/tsc', ['-p', 'codegen/tsconfig.json'], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
await import('./generated/codegen-js/codegen/program.mjs');
