import { PageHeader } from '../../components/page-header';

export function DeletionsPage() {
  return <PageHeader title="Deletions" />;
}
