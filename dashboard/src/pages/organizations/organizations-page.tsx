import { PageHeader } from '../../components/page-header';

export function OrganizationsPage() {
  return <PageHeader title="Organizations" />;
}
