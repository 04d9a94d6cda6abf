import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

/** Shows the title of a page with its description and actions. */
export function PageHeader({
  title,
  description,
  badge,
  children,
}: {
  title: string;
  description?: ReactNode;
  /** Shown right of the title. */
  badge?: ReactNode;
  children?: ReactNode;
}) {
  useDocumentTitle(`${title} · memory-gateway`);
  return (
    <div className="page-head">
      <div className="grow">
        <div className="row wrap">
          <h1>{title}</h1>
          {badge}
        </div>
        {description && <div className="t3">{description}</div>}
      </div>
      {children && <div className="row wrap">{children}</div>}
    </div>
  );
}
