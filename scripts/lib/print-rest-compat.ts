import { catalogueTable } from '../../test/contract/catalogue.js';
import { selfHostedTable } from '../../test/contract/self-hosted-catalogue.js';

// Pages with their tables.
process.stdout.write(
  JSON.stringify({
    'docs/evidence/hosted-api.md': catalogueTable(),
    'docs/evidence/self-hosted-api.md': selfHostedTable(),
  }),
);
