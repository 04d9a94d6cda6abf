import { z } from 'zod';
import { createInvitation } from '../../src/resolvers/invitation/create-invitation.js';
import { listInvitations } from '../../src/resolvers/invitation/list-invitations.js';
import { revokeInvitation } from '../../src/resolvers/invitation/revoke-invitation.js';
import { createUser } from '../../src/resolvers/user/create-user.js';
import { listUsers } from '../../src/resolvers/user/list-users.js';
import { removeUser } from '../../src/resolvers/user/remove-user.js';
import { setUserRole } from '../../src/resolvers/user/set-user-role.js';
import { roleNames } from '../../src/roles.js';
import { toCamelKeys } from '../../src/snake-case.js';
import { readEveryRow } from '../shared/read-every-row.js';
import { bodyInteger, email, messageSchema } from './fields.js';
import { getContext, type SelfHostedRoutes, type RestScope } from './plugin.js';
import { toInvitation, toUser } from './present.js';
import { describeRoute } from './responses.js';
import { Invitation, NewInvitation, NewUser, User } from './schemas.js';

const projectRole = z.enum(roleNames).nullish();
const NewUserBody = z.object({
  name: z.string(),
  email: email(),
  password: z.string().nullish(),
  role: z.enum(['admin', 'member']).nullish(),
  project_id: z.string().nullish(),
  project_role: projectRole,
});
const UserChange = z.object({ role: z.enum(['admin', 'member']) });
const userRole = z.enum(['admin', 'member']).nullish();
const NewInvitationBody = z.object({
  email: email(),
  project_id: z.string().nullish(),
  role: projectRole,
  user_role: userRole,
  expires_in_hours: bodyInteger(),
});
const params = z.object({ id: z.string() });

export const selfHostedUserRoutes: SelfHostedRoutes = (scope) => {
  accountRoutes(scope);
  invitationRoutes(scope);
};

function accountRoutes(scope: RestScope): void {
  const list = describeRoute('listUsers', { 200: z.array(User) }, { level: 'admin' });
  scope.get('/users', list, async (request) =>
    (await readEveryRow((page) => listUsers(getContext(request), page))).map(toUser),
  );

  const create = describeRoute('createUser', { 201: NewUser }, { level: 'admin', body: NewUserBody });
  scope.post('/users', create, async (request, reply) => {
    const { user, password } = await createUser(getContext(request), toCamelKeys(request.body));
    return reply.code(201).send({ ...toUser(user), ...(password !== null && { password }) });
  });

  const update = describeRoute('setUserRole', { 200: User }, { level: 'admin', params, body: UserChange });
  scope.patch('/users/:id', update, async (request) =>
    toUser(await setUserRole(getContext(request), { id: request.params.id, role: request.body.role })),
  );

  const remove = describeRoute('removeUser', { 200: messageSchema }, { level: 'admin', params });
  scope.delete('/users/:id', remove, async (request) => {
    await removeUser(getContext(request), { id: request.params.id });
    return { message: 'User removed.' };
  });
}

function invitationRoutes(scope: RestScope): void {
  const list = describeRoute('listInvitations', { 200: z.array(Invitation) }, { level: 'admin' });
  scope.get('/invitations', list, async (request) =>
    (await readEveryRow((page) => listInvitations(getContext(request), page))).map(toInvitation),
  );

  const create = describeRoute('createInvitation', { 201: NewInvitation }, { level: 'admin', body: NewInvitationBody });
  scope.post('/invitations', create, async (request, reply) => {
    const { invitation, token } = await createInvitation(getContext(request), toCamelKeys(request.body));
    return reply.code(201).send({ ...toInvitation(invitation), token });
  });

  const remove = describeRoute('revokeInvitation', { 200: messageSchema }, { level: 'admin', params });
  scope.delete('/invitations/:id', remove, async (request) => {
    await revokeInvitation(getContext(request), { id: request.params.id });
    return { message: 'Invitation revoked.' };
  });
}
