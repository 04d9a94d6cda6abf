import type { AppContext } from '../../context.js';
import { canReadAccount } from '../../resolvers/user/find-users.js';
import { createUser, type CreatedUser } from '../../resolvers/user/create-user.js';
import { listUsers } from '../../resolvers/user/list-users.js';
import { removeUser } from '../../resolvers/user/remove-user.js';
import { setUserRole } from '../../resolvers/user/set-user-role.js';
import type { UserRow } from '../../stores/user-store.js';
import { lowestRole } from '../../roles.js';
import { ConflictError, ForbiddenError, NotFoundError } from '../../errors.js';
import { builder } from '../builder.js';
import { deletedPayload, idInput, inputOf, objectPayload, payloadOf } from '../shared/mutation-types.js';
import { connectionType } from '../shared/connection.js';
import { findOrNull, loaders } from '../shared/loaders.js';
import { Node } from '../node.js';
import { RoleType, UserRoleType } from '../role.js';

/** A user with the columns that were read. Authentication reads no times. */
type UserShape = Pick<UserRow, 'id' | 'name' | 'email' | 'role'> &
  Partial<UserRow> & {
    /** Whether this request signed the user in. Such a request has no caller yet. */
    readonly isSignedIn?: boolean;
  };

const canReadUser = (ctx: AppContext, user: UserShape) => user.isSignedIn === true || canReadAccount(ctx, user.id);

export const User = builder.objectRef<UserShape>('User').implement({
  description: 'A person who can sign in to the installation.',
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Display name of the user.' }),
    email: t.exposeString('email', { description: 'Email address that the user signs in with.' }),
    role: t.field({
      type: UserRoleType,
      nullable: true,
      description: 'Role of the user on the installation. Null unless you are the user or an admin.',
      resolve: (user, _args, ctx) => (canReadUser(ctx, user) ? user.role : null),
    }),
    createdAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the user was created. Null unless you are the user or an admin.',
      resolve: (user, _args, ctx) =>
        canReadUser(ctx, user)
          ? (user.createdAt ??
            loaders(ctx)
              .user.load(user.id)
              .then((row) => row?.createdAt ?? null))
          : null,
    }),
    lastLoginAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the user last signed in. Null: never, or you are neither the user nor an admin.',
      resolve: (user, _args, ctx) => {
        if (!canReadUser(ctx, user)) return null;
        if (user.lastLoginAt !== undefined) return user.lastLoginAt;
        return loaders(ctx)
          .user.load(user.id)
          .then((row) => row?.lastLoginAt ?? null);
      },
    }),
  }),
});

/** Options of a field with the user whose id is in this column of a row. Null: none, or removed. */
export const userOrNull = <Name extends string>(name: Name, description: string) => ({
  type: User,
  nullable: true as const,
  description,
  resolve: (row: { readonly [Column in Name]: string | null }, _args: object, ctx: AppContext) =>
    findOrNull(loaders(ctx).user, row[name]),
});

builder.queryField('users', (t) =>
  t.page(connectionType(User, 'users', 'A user'), {
    description: 'Lists all users of the installation, oldest first. Requires the role ADMIN.',
    resolve: (_root, args, ctx) => listUsers(ctx, args),
  }),
);

const CreateUserInput = inputOf('createUser', (t) => ({
  name: t.string({ required: true, description: 'Display name of the new user, 1 to 255 characters.' }),
  email: t.string({ required: true, description: 'Email address that the new user signs in with.' }),
  password: t.string({
    description:
      'Password of the new user, 8 to 128 characters. Default: a random password, which the payload returns.',
  }),
  role: t.field({
    type: UserRoleType,
    required: true,
    defaultValue: 'member',
    description: 'Role of the new user on the installation.',
  }),
  projectId: t.id({
    description: 'ID of a project that the user becomes a member of. Default: the default project. Null: no project.',
  }),
  projectRole: t.field({
    type: RoleType,
    required: true,
    defaultValue: lowestRole,
    description: 'Role of the new user in the project.',
  }),
}));

const SetUserRoleInput = inputOf('setUserRole', (t) => ({
  id: t.id({ required: true, description: 'ID of the user whose role changes.' }),
  role: t.field({ type: UserRoleType, required: true, description: 'New role of the user on the installation.' }),
}));

const CreateUserPayload = payloadOf<CreatedUser>('createUser', (t) => ({
  user: t.expose('user', { type: User, description: 'The user that was created.' }),
  password: t.stringOrNull(
    'password',
    'Random password of the new user, returned only once. Null if you chose a password.',
  ),
}));

builder.mutationFields((t) => ({
  createUser: t.field({
    type: CreateUserPayload,
    description: 'Creates a user, who can sign in at once. Requires the role ADMIN.',
    ...t.change(CreateUserInput, 'The user to create.', [ConflictError]),
    resolve: (_root, { input }, ctx) => createUser(ctx, input),
  }),
  setUserRole: t.field({
    type: objectPayload('setUserRole', ['user', User], 'The user with the new role.'),
    description:
      'Changes the role of a user on the installation. The last admin keeps the role. Requires the role ADMIN.',
    ...t.change(SetUserRoleInput, 'The user and the new role.', [ConflictError]),
    resolve: (_root, { input }, ctx) => setUserRole(ctx, input),
  }),
  removeUser: t.field({
    type: deletedPayload('removeUser', 'removedUserId', 'ID of the removed user.'),
    errors: { types: [ForbiddenError, NotFoundError, ConflictError] },
    description:
      'Removes a user with their API keys, sessions and memberships. The last admin cannot be removed. Requires the role ADMIN.',
    args: t.inputArg(idInput('removeUser', 'ID of the user to remove.'), 'The user to remove.'),
    resolve: async (_root, { input }, ctx) => {
      await removeUser(ctx, input);
      return { id: input.id };
    },
  }),
}));
