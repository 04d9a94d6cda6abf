import type { DashboardApp } from './browser.js';
import { held } from './graphql.js';

export interface Person {
  readonly email: string;
  readonly password: string;
}

type Member = 'READER' | 'OWNER';

async function addMember(app: DashboardApp, role: Member): Promise<Person> {
  const name = role.toLowerCase();
  const person = { name, email: `${name}@example.com`, password: 'a password of nine words' };
  const input = { ...person, projectId: app.admin.projectId, projectRole: role };
  await held(app, 'mutation ($input: CreateUserInput!) { createUser(input: $input) { __typename } }', { input });
  return person;
}

/** Creates a user who is a READER of the admin's project. */
export const addReader = (app: DashboardApp): Promise<Person> => addMember(app, 'READER');

/** Creates a user who is an OWNER of the admin's project, without administering the installation. */
export const addOwner = (app: DashboardApp): Promise<Person> => addMember(app, 'OWNER');
