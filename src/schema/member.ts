import type { MemberRow } from '../stores/member/member-store.js';
import { builder } from './builder.js';
import { RoleType } from './role.js';

/** A person with access to an organization or a project. */
export const Member = builder.objectRef<MemberRow>('Member').implement({
  description: 'A person with access to an organization or a project.',
  fields: (t) => ({
    username: t.exposeString('username', { description: 'Name of the person.' }),
    email: t.exposeString('email', { description: 'E-mail, which identifies the member.' }),
    role: t.expose('role', { type: RoleType, description: 'What the member may do.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Member since.' }),
  }),
});
