import { PageHeader } from '../../components/page-header';

export function AnalyticsPage() {
  return <PageHeader title="Analytics" />;
}
