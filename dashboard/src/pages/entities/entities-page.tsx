import { PageHeader } from '../../components/page-header';

export function EntitiesPage() {
  return <PageHeader title="Entities" />;
}
