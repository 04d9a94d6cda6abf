import { createUser, type CreatedUser } from '../resolvers/user/create-user.js';
import { listUsers } from '../resolvers/user/list-users.js';
import { removeUser } from '../resolvers/user/remove-user.js';
import { setUserRole } from '../resolvers/user/set-user-role.js';
import type { UserRow } from '../stores/user/user-store.js';
import { builder } from './builder.js';
import { connectionCost, toConnection } from './connection.js';
import { mutationErrors } from './errors.js';
import { RoleType } from './role.js';

/** What a user is on the installation. */
export const UserRoleType = builder.enumType('UserRole', {
  description: 'What a user is on the installation.',
  values: {
    ADMIN: { value: 'admin', description: 'Administers the installation: sees every project, manages users.' },
    MEMBER: { value: 'member', description: 'Sees what they are a member of.' },
  } as const,
});

/** The account of a person, for themselves and for admins. */
export const Account = builder.objectRef<UserRow>('Account').implement({
  description: 'The account of a person, as they themselves and admins see it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the user, a UUID.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    email: t.exposeString('email', { description: 'E-mail to sign in with.' }),
    role: t.expose('role', { type: UserRoleType, description: 'What the user is on the installation.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the account was created.' }),
    lastLoginAt: t.expose('lastLoginAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the user last signed in.',
    }),
  }),
});

builder.queryField('users', (t) =>
  t.connection({
    type: Account,
    description: 'All users of the installation, oldest first. For admins.',
    authScopes: { signedIn: true },
    complexity: connectionCost,
    resolve: async (_root, args, ctx) => toConnection(await listUsers(ctx, args)),
  }),
);

const CreateUserInput = builder.inputType('CreateUserInput', {
  description: 'A new user.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name, 1 to 255 characters.' }),
    email: t.string({ required: true, description: 'E-mail to sign in with.' }),
    password: t.string({ description: '8 to 128 characters; left out: a random one, shown once.' }),
    role: t.field({ type: UserRoleType, description: 'What the user is on the installation; left out: MEMBER.' }),
    projectId: t.id({
      description: 'A project to make the user a member of; left out: the default project; null: none.',
    }),
    projectRole: t.field({ type: RoleType, description: 'The role in that project; left out: READER.' }),
  }),
});

const SetUserRoleInput = builder.inputType('SetUserRoleInput', {
  description: 'A user and their new role on the installation.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the user.' }),
    role: t.field({ type: UserRoleType, required: true, description: 'The role.' }),
  }),
});

const RemoveUserInput = builder.inputType('RemoveUserInput', {
  description: 'A user to remove.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of the user.' }) }),
});

const CreateUserPayload = builder.objectRef<CreatedUser>('CreateUserPayload').implement({
  description: 'The new user.',
  fields: (t) => ({
    account: t.field({ type: Account, description: 'The account.', resolve: ({ user }) => user }),
    password: t.exposeString('password', {
      nullable: true,
      description: 'The random password; null when one was given. It is not shown again.',
    }),
  }),
});

const SetUserRolePayload = builder.objectRef<UserRow>('SetUserRolePayload').implement({
  description: 'The user with their new role, which counts at once.',
  fields: (t) => ({ account: t.field({ type: Account, description: 'The account.', resolve: (user) => user }) }),
});

const RemoveUserPayload = builder.objectRef<{ id: string }>('RemoveUserPayload').implement({
  description: 'The user is gone, with their keys, sessions and memberships.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'Id of the removed user.' }) }),
});

builder.mutationFields((t) => ({
  createUser: t.field({
    type: CreateUserPayload,
    errors: mutationErrors,
    description: 'Creates a user, who can sign in at once. For admins.',
    args: { input: t.arg({ type: CreateUserInput, required: true, description: 'The user.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) => createUser(ctx, input),
  }),
  setUserRole: t.field({
    type: SetUserRolePayload,
    errors: mutationErrors,
    description: 'Makes a user an admin or a member. The last admin stays one. For admins.',
    args: { input: t.arg({ type: SetUserRoleInput, required: true, description: 'User and role.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) => setUserRole(ctx, input),
  }),
  removeUser: t.field({
    type: RemoveUserPayload,
    errors: mutationErrors,
    description: 'Removes a user with their keys, sessions and memberships. The last admin stays. For admins.',
    args: { input: t.arg({ type: RemoveUserInput, required: true, description: 'Which one.' }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => {
      await removeUser(ctx, input);
      return { id: input.id };
    },
  }),
}));
