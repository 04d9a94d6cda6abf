import type { LoggedError } from '../../stores/request-log/request-log-entry.js';
import { builder } from '../builder.js';

export const OutcomeType = builder.enumType('RequestOutcome', {
  description: 'How a request ended for its client.',
  values: {
    OK: { description: 'The response contains no error.' },
    PARTIAL: { description: 'Some root fields of the GraphQL operation returned data, others failed.' },
    REFUSED: {
      description:
        'The request was rejected because of its input or its caller: a 4xx status or an equivalent error code.',
    },
    FAILED: {
      description: 'The server or a provider failed, or the client disconnected before the response (status 499).',
    },
  },
});

export const OperationTypeEnum = builder.enumType('OperationType', {
  description: 'Kind of a GraphQL operation.',
  values: {
    QUERY: { description: 'A query.' },
    MUTATION: { description: 'A mutation.' },
    SUBSCRIPTION: { description: 'A subscription.' },
  },
});

export const RequestErrorType = builder.objectRef<LoggedError>('RequestError').implement({
  description: 'An error that a response reported.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Error code, such as NOT_FOUND.' }),
    path: t.exposeString('path', {
      nullable: true,
      description: 'Path of the field in the GraphQL response, joined by dots. Null for an error of the whole request.',
    }),
    message: t.exposeString('message', {
      nullable: true,
      description:
        'Message for people, at most 300 characters, without credentials and quoted input. Null if the response had none.',
    }),
  }),
});
