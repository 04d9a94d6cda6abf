import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { object } from 'zod/mini';
import {
  CreateOrganizationDocument,
  OrganizationsDocument,
  type OrganizationPartsFragment,
} from '../../../../client/generated/graphql';
import { useRepeatableQuery } from '../../api/use-fresh-query';
import { AddButton } from '../../components/add-button';
import { Answer } from '../../components/answer';
import { Badge } from '../../components/badge';
import { CopyableId } from '../../components/copy';
import { EmptyState } from '../../components/empty-state';
import { MutationDialog } from '../../components/form-dialog';
import { breakAnywhere, ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import { PageHeader } from '../../components/page-header';
import { Pager, usePages } from '../../components/pager';
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

/** Lists the organizations that the viewer can see. */
function OrganizationList() {
  const pages = usePages();
  const [isCreating, setCreating] = useState(false);
  const [result, again] = useRepeatableQuery(OrganizationsDocument, {
    ...pages.variables,
    withTotal: pages.number === 1,
  });
  return (
    <>
      <PageHeader title={words.organizations} description={words.description}>
        <AddButton label={words.newOrganization} onClick={() => setCreating(true)} />
      </PageHeader>
      <Answer result={result} retry={again}>
        {({ organizations: { edges, pageInfo, totalCount } }) =>
          edges.length === 0 ? (
            <EmptyState title={words.noOrganizationsYet}>{words.emptyHint}</EmptyState>
          ) : (
            <>
              <ListTable
                label={words.organizations}
                minWidth={480}
                columns={columns}
                rows={edges.map(({ node }) => node)}
                keyOf={({ id }) => id}
              />
              <Pager pages={pages} info={pageInfo} total={totalCount} count={words.countOrganizations} />
            </>
          )
        }
      </Answer>
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
          again();
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
