import { PageHeader } from '../../components/page-header';

export function ExportsPage() {
  return <PageHeader title="Exports" />;
}
