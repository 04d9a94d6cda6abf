import type { AuthorizationRequest as AuthorizationRequestRow } from '../resolvers/connected-app/authorization-request.js';
import {
  approveAuthorization,
  denyAuthorization,
  getAuthorization,
  type ApprovedAuthorization,
} from '../resolvers/connected-app/decide-authorization.js';
import { ForbiddenError, ValidationError } from '../errors.js';
import { builder } from './builder.js';
import { inputOf, payloadOf } from './shared/mutation-types.js';
import { AppScope, ConnectedApp } from './connected-app.js';

const AuthorizationRequest = builder.objectRef<AuthorizationRequestRow>('AuthorizationRequest').implement({
  description: 'A request of an MCP client for access, which you approve or deny.',
  fields: (t) => ({
    clientId: t.exposeString('clientId', {
      description: 'ID of the requesting client: the URL of its metadata document, or an ID from registration.',
    }),
    clientName: t.exposeString('clientName', { description: 'Name that the requesting client gives itself.' }),
    clientUri: t.exposeString('clientUri', {
      nullable: true,
      description: 'Website that the client gives. Null: none.',
    }),
    isVerified: t.exposeBoolean('isVerified', {
      description: 'Whether the domain of `clientId` confirms the name and the redirect URI.',
    }),
    redirectUri: t.exposeString('redirectUri', { description: 'URL that receives the authorization code.' }),
    scopes: t.expose('scopes', { type: [AppScope], description: 'Requested scopes. You can grant fewer.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When the request expires.',
      resolve: ({ expiresAt }) => new Date(expiresAt),
    }),
  }),
});

builder.queryField('authorizationRequest', (t) =>
  t.field({
    type: AuthorizationRequest,
    nullable: true,
    description:
      'Returns the access request of an MCP client for the consent page. Null if it was altered or has expired. Requires a session.',
    args: { request: t.arg.string({ required: true, description: 'The signed request, from the URL of the page.' }) },
    resolve: (_root, input, ctx) => getAuthorization(ctx, input),
  }),
);

const ApproveAuthorizationInput = inputOf('approveAuthorization', (t) => ({
  request: t.string({ required: true, description: 'The signed request to approve, from the URL of the page.' }),
  projectId: t.id({ required: true, description: 'ID of the project that the client may use.' }),
  scopes: t.field({ type: [AppScope], required: true, description: 'What the client may do, at least one scope.' }),
}));

const DenyAuthorizationInput = inputOf('denyAuthorization', (t) => ({
  request: t.string({ required: true, description: 'The signed request to deny, from the URL of the page.' }),
}));

const ApproveAuthorizationPayload = payloadOf<ApprovedAuthorization>('approveAuthorization', (t) => ({
  connectedApp: t.expose('app', { type: ConnectedApp, description: 'The new connection.' }),
  redirectUrl: t.exposeString('redirectUrl', {
    description: 'URL to open next. It sends the authorization code, which is valid for one minute, to the client.',
  }),
}));

const DenyAuthorizationPayload = payloadOf<{ redirectUrl: string }>('denyAuthorization', (t) => ({
  redirectUrl: t.exposeString('redirectUrl', {
    description: 'URL to open next. It reports the denial to the client.',
  }),
}));

builder.mutationFields((t) => ({
  approveAuthorization: t.field({
    type: ApproveAuthorizationPayload,
    description: 'Gives an MCP client access to one of your projects. Requires a session.',
    ...t.change(ApproveAuthorizationInput, 'The access to give.'),
    resolve: (_root, { input }, ctx) => approveAuthorization(ctx, input),
  }),
  denyAuthorization: t.field({
    type: DenyAuthorizationPayload,
    errors: { types: [ValidationError, ForbiddenError] },
    description: 'Denies the access request of an MCP client. Requires a session.',
    args: t.inputArg(DenyAuthorizationInput, 'The request to deny.'),
    resolve: (_root, { input }, ctx) => denyAuthorization(ctx, input),
  }),
}));
