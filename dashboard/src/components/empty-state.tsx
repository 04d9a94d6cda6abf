import type { ReactNode } from 'react';
import { CopyableBlock } from './copyable-block';

interface Props {
  readonly title: string;
  readonly children?: ReactNode;
  /** A command to copy. */
  readonly sample?: string;
  /** Whether the page shows nothing else. */
  readonly isPage?: boolean;
}

/** Shows a sentence and the next step instead of an empty list. */
export function EmptyState({ title, children, sample, isPage = false }: Props) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className="empty">
      <Heading>{title}</Heading>
      {children && <div className="t3">{children}</div>}
      {sample && <CopyableBlock text={sample} />}
    </div>
  );
}
