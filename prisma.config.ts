import { defineConfig } from 'prisma/config';

// Generating the client needs no native schema engine, but the command line downloads one unless it is told where one is.
// The file only has to exist; it fails with a hint when a command really needs the engine.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= 'scripts/no-schema-engine.sh';

export default defineConfig({ schema: 'prisma/schema.prisma', migrations: { path: 'prisma/migrations' } });
