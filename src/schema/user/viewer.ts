import { listReceivedInvitations } from '../../resolvers/invitation/list-received-invitations.js';
import { listSessions } from '../../resolvers/session/list-sessions.js';
import { viewer, type ViewerRow } from '../../resolvers/viewer/get-viewer.js';
import { productVersion } from '../../product.js';
import { AuthModeType } from './auth-mode.js';
import { builder } from '../builder.js';
import { Organization } from '../organization.js';
import { Project } from '../project/project.js';
import { ReceivedInvitationConnection } from '../received-invitation.js';
import { ActiveSessionConnection } from './session.js';
import { User } from './user.js';

const Viewer = builder.objectRef<ViewerRow>('Viewer').implement({
  description: 'You: the authenticated caller, and what your credential gives access to.',
  fields: (t) => ({
    authMode: t.expose('mode', { type: AuthModeType, description: 'How this request was authenticated.' }),
    user: t.exposeOrNull('user', User, 'Your user. Null for the shared admin key on an installation without users.'),
    isAdmin: t.exposeBoolean('isAdmin', {
      description:
        'Whether this credential administers the installation. False for bound and read-only API keys of an admin.',
    }),
    keyPrefix: t.string({
      nullable: true,
      description: 'First characters of the API key in use. Null if the request used no API key.',
      resolve: ({ key }) => key?.prefix ?? null,
    }),
    canRerank: t.boolean({
      description: 'Whether a reranker is configured, so that searches accept `rerank: true`.',
      resolve: (_viewer, _args, { reranker }) => reranker !== null,
    }),
    serverVersion: t.string({
      description: 'Version of the server, such as `1.4.0`.',
      resolve: () => productVersion,
    }),
    serverStartedAt: t.field({
      type: 'DateTime',
      description: 'When the process that answers this request was started.',
      resolve: () => new Date(performance.timeOrigin),
    }),
    organization: t.exposeOrNull(
      'organization',
      Organization,
      'Organization of your default project. Null if you have no default project.',
    ),
    project: t.exposeOrNull(
      'project',
      Project,
      'Project that fields use if you pass no `projectId`: the project of the API key, or your default project. Null if you have to pass one.',
    ),
    invitations: t.page(ReceivedInvitationConnection, {
      description: 'Open invitations to projects and organizations that you received, newest first.',
      resolve: (_viewer, args, ctx) => listReceivedInvitations(ctx, args),
    }),
    sessions: t.page(ActiveSessionConnection, {
      description: 'Your sessions that have not ended, newest first.',
      resolve: (_viewer, args, ctx) => listSessions(ctx, args),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    description: 'Returns who you are and what your credential gives access to.',
    resolve: (_root, _args, ctx) => viewer(ctx),
  }),
);
