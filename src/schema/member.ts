import type { MemberRow } from '../stores/member-store.js';
import { builder } from './builder.js';
import { connectionType } from './shared/connection.js';
import { loaders } from './shared/loaders.js';
import { RoleType } from './role.js';
import { User } from './user/user.js';

export const Member = builder.objectRef<MemberRow>('Member').implement({
  description: 'A user with a role in an organization or a project.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'ID of the user who is the member.' }),
    user: t.field({
      type: User,
      nullable: true,
      description: 'The user who is the member. Null if the user was removed since.',
      resolve: (member, _args, ctx) => loaders(ctx).user.load(member.userId),
    }),
    name: t.exposeString('username', { description: 'Display name of the member.' }),
    email: t.exposeString('email', { description: 'Email address of the member.' }),
    role: t.expose('role', { type: RoleType, description: 'Role of the member in the organization or project.' }),
    createdAt: t.time('createdAt', 'When the user became a member.'),
  }),
});

export const MemberConnection = connectionType(Member, 'members', 'A member');
