import type { CodegenConfig } from '@graphql-codegen/cli';

// The typed client: one type and one document for each operation in client/documents/, from the committed schema alone, so that
// no server has to run. The schema's own types (inputs, enums) come out as far as the operations use them.
const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: ['client/documents/*.graphql'],
  generates: {
    'client/generated/': {
      preset: 'client',
      // Fragments are a way to write queries once here, not a boundary between components: results have plain types.
      presetConfig: { fragmentMasking: false, skipIndexFile: true },
      config: {
        useTypeImports: true,
        importExtension: '.js',
        enumType: 'string-literal',
        strictScalars: true,
        scalars: {
          ID: 'string',
          BigInt: 'number',
          DateTime: 'string',
          LocalDate: 'string',
          JSON: 'unknown',
        },
      },
    },
  },
};

export default config;
