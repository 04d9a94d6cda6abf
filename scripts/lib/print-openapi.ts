import { restDocument } from '../../rest-compat/openapi/index.js';

process.stdout.write(`${JSON.stringify(await restDocument(), null, 2)}\n`);
