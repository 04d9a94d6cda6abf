import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { object } from 'zod/mini';
import { CreateOrganizationDocument, OrganizationsDocument, type OrganizationPartsFragment } from '../../api/graphql';
import { AddButton } from '../../components/add-button';
import { Badge } from '../../components/badge';
import { CopyableId } from '../../components/copy';
import { EmptyState } from '../../components/empty-state';
import { MutationDialog } from '../../components/form-dialog';
import { breakAnywhere, ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import { PageHeader } from '../../components/page-header';
import { PagedList, useListQuery } from '../../components/paged-list';
import { name } from '../../components/rules';
import type { Column } from '../../components/table-model';
import { showToast } from '../../components/toast';
import { Link } from '../../shell/routing';
import { organizationsTexts as words } from '../../texts/organizations';
import { OrganizationDetails } from './organization-details';

/** Shows the organizations, or the one in the URL. */
export function OrganizationsPage() {
  const { '*': openId } = useParams();
  return openId ? <OrganizationDetails key={openId} id={openId} /> : <OrganizationList />;
}

const schema = object({ name });

function OrganizationList() {
  const [isCreating, setCreating] = useState(false);
  const query = useListQuery(OrganizationsDocument, {}, ({ organizations }) => organizations);
  return (
    <>
      <PageHeader title={words.organizations} description={words.description}>
        <AddButton label={words.newOrganization} onClick={() => setCreating(true)} />
      </PageHeader>
      <PagedList
        query={query}
        count={words.countOrganizations}
        empty={<EmptyState title={words.noOrganizationsYet}>{words.emptyHint}</EmptyState>}
      >
        {(rows) => <ListTable label={words.organizations} minWidth={480} columns={columns} rows={rows} />}
      </PagedList>
      <MutationDialog
        opened={isCreating}
        title={words.newOrganization}
        action={words.create}
        schema={schema}
        initialValues={{ name: '' }}
        mutation={CreateOrganizationDocument}
        toInput={(values) => values}
        onDone={({ organization }) => {
          showToast(words.organizationNameCreated(organization.name));
          query.again();
        }}
        onClose={() => setCreating(false)}
      >
        {(form) => <TextInput {...form.getInputProps('name')} label={words.name} required data-autofocus />}
      </MutationDialog>
    </>
  );
}

const columns: readonly Column<OrganizationPartsFragment>[] = [
  {
    key: 'organization',
    label: words.organization,
    style: breakAnywhere,
    cell: ({ id, name, isDefault }) => (
      <>
        <Link to={`/organizations/${id}`}>{name}</Link> {isDefault && <Badge>{words.default}</Badge>}
      </>
    ),
  },
  { key: 'id', label: words.id, cell: ({ id, name }) => <CopyableId id={id} what={words.idOfName(name)} /> },
  { key: 'created', label: words.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
];
