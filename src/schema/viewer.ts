import { viewer, type ViewerRow } from '../resolvers/viewer/get-viewer.js';
import { builder } from './builder.js';
import { Organization } from './organization.js';
import { Project } from './project.js';

/** How a caller proved who it is. */
export const AuthModeType = builder.enumType('AuthMode', {
  description: 'How a caller proved who it is.',
  values: {
    NONE: { value: 'none', description: 'Not at all.' },
    BEARER: { value: 'bearer', description: 'With a session token.' },
    API_KEY: { value: 'api_key', description: 'With an API key.' },
    ADMIN_API_KEY: { value: 'admin_api_key', description: 'With the shared admin key.' },
    DISABLED: { value: 'disabled', description: 'Authentication is switched off.' },
  } as const,
});

const User = builder.objectRef<NonNullable<ViewerRow['user']>>('User').implement({
  description: 'A person.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    email: t.exposeString('email', { description: 'E-mail.' }),
    isAdmin: t.boolean({
      description: 'Whether this person administers the installation.',
      resolve: (user) => user.role === 'admin',
    }),
  }),
});

const Viewer = builder.objectRef<ViewerRow>('Viewer').implement({
  description: 'Who is calling, and what the credential opens.',
  fields: (t) => ({
    mode: t.expose('mode', { type: AuthModeType, description: 'How the caller proved who it is.' }),
    user: t.expose('user', {
      type: User,
      nullable: true,
      description: 'The person; null for the shared admin key on a server without users.',
    }),
    isAdmin: t.exposeBoolean('isAdmin', { description: 'Whether the caller administers the installation.' }),
    keyPrefix: t.string({
      nullable: true,
      description: 'First characters of the API key in use.',
      resolve: ({ key }) => key?.prefix ?? null,
    }),
    organization: t.expose('organization', {
      type: Organization,
      nullable: true,
      description: 'The organization in use when none is named.',
    }),
    project: t.expose('project', {
      type: Project,
      nullable: true,
      description: 'The project in use when none is named.',
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    description: 'Who is calling, and what the credential opens.',
    authScopes: { signedIn: true },
    resolve: (_root, _args, ctx) => viewer(ctx),
  }),
);
