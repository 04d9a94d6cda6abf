import { builder } from '../builder.js';

export const AuthModeType = builder.enumType('AuthMode', {
  description: 'How a request was authenticated.',
  values: {
    NONE: { value: 'none', description: 'The request had no valid credential.' },
    BEARER: { value: 'bearer', description: 'An access token of a session.' },
    API_KEY: { value: 'api_key', description: 'An API key of a user.' },
    OAUTH: { value: 'oauth', description: 'An access token of a connected app.' },
    ADMIN_API_KEY: { value: 'admin_api_key', description: 'The shared admin key of the installation.' },
    DISABLED: { value: 'disabled', description: 'The installation runs without authentication.' },
  } as const,
});
