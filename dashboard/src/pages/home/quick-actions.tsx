import { useQuery } from 'urql';
import { ApiKeysDocument, type ProjectPermission } from '../../../../client/generated/graphql';
import {
  Columns3Icon,
  DownloadIcon,
  PlusIcon,
  RefreshCwIcon,
  UploadIcon,
  UserPlusIcon,
  type Icon,
} from '../../components/icons';
import { withoutReplaced } from '../../components/replaced-keys';
import { useViewer } from '../../session/session';
import { useProjectPermissions } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { Link } from '../../shell/routing';
import { homeTexts } from '../../texts/home';

const words = homeTexts.quickActions;

interface Action {
  readonly to: string;
  readonly label: string;
  readonly icon: Icon;
  /** Permission in the project without which the action is not shown. Admins see every action. */
  readonly permission?: ProjectPermission;
}

const inProject: readonly Action[] = [
  { to: '/memories?add=1', label: words.addMemory, icon: PlusIcon, permission: 'MEMORY_WRITE' },
  { to: '/import', label: words.import, icon: UploadIcon, permission: 'MEMORY_WRITE' },
  { to: '/exports?new=1', label: words.export, icon: DownloadIcon, permission: 'EXPORT_WRITE' },
  { to: '/project?add=1', label: words.inviteMember, icon: UserPlusIcon, permission: 'PROJECT_MEMBER_WRITE' },
];

/** Links to frequent tasks. Each opens the dialog or field that the task starts with. */
export function QuickActions() {
  const { isAdmin } = useViewer();
  const { projectId } = useProject();
  const permissions = useProjectPermissions(projectId);
  const [keys] = useQuery({ query: ApiKeysDocument, variables: { first: 100 } });
  const oldest = withoutReplaced(keys.data?.apiKeys.edges.map(({ node }) => node) ?? []).toSorted((a, b) =>
    a.createdAt.localeCompare(b.createdAt),
  )[0];
  const allowed = inProject.filter(({ permission }) => isAdmin || (permission && permissions.includes(permission)));
  const actions: readonly Action[] = [
    ...(projectId === null ? [] : allowed),
    ...(oldest ? [{ to: `/api-keys?rotate=${oldest.id}`, label: words.rotateKey, icon: RefreshCwIcon }] : []),
    ...(isAdmin
      ? [{ to: '/configuration?edit=instructions', label: words.compareInstructions, icon: Columns3Icon }]
      : []),
  ];
  if (actions.length === 0) return null;
  return (
    <nav className="quick" aria-label={words.title}>
      {actions.map(({ to, label, icon: Sign }) => (
        <Link key={to} className="btn" to={to}>
          <Sign size={14} strokeWidth={1.5} />
          {label}
        </Link>
      ))}
    </nav>
  );
}
