import { useParams } from 'react-router';
import { OrganizationDetails } from './organization-details';
import { OrganizationList } from './organization-list';

/** Shows the organizations, or the one in the URL. */
export function OrganizationsPage() {
  const { '*': openId } = useParams();
  return openId ? <OrganizationDetails key={openId} id={openId} /> : <OrganizationList />;
}
