import { PageHeader } from '../../components/page-header';

export function CategoriesPage() {
  return <PageHeader title="Categories" />;
}
