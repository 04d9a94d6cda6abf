import { PageHeader } from '../../components/page-header';

export function ProjectPage() {
  return <PageHeader title="Project" />;
}
