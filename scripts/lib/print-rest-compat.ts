import { catalogueTable } from '../../test/contract/catalogue.js';

process.stdout.write(catalogueTable());
