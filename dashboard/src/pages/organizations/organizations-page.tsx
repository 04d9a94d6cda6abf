import { useParams } from 'react-router';
import { OrganizationDetails } from './organization-details';
import { OrganizationList } from './organization-list';

/** Organizations that the viewer may see, or one of them, which has an address of its own. */
export function OrganizationsPage() {
  const { '*': openId } = useParams();
  return openId ? <OrganizationDetails key={openId} id={openId} /> : <OrganizationList />;
}
