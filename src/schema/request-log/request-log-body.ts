import type { RequestBody } from '../../stores/request-log/request-body-store.js';
import { builder } from '../builder.js';

/** Stored bodies of a request. */
export const RequestLogBody = builder.objectRef<RequestBody>('RequestLogBody').implement({
  description: 'Stored bodies of a request, redacted.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'Path with query string.' }),
    request: t.exposeString('request', { nullable: true, description: 'Sent body. Null: none.' }),
    response: t.exposeString('response', { nullable: true, description: 'Response. Null: none.' }),
    isCut: t.exposeBoolean('isCut', { description: 'Whether a part is missing.' }),
  }),
});
