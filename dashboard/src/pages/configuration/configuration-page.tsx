import { PageHeader } from '../../components/page-header';

export function ConfigurationPage() {
  return <PageHeader title="Configuration" />;
}
