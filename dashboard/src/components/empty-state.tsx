import type { ReactNode } from 'react';
import { CopyableBlock } from './copyable-block';

/** Shows a sentence and the next step instead of an empty list. */
export function EmptyState({ title, children, sample }: { title: string; children?: ReactNode; sample?: string }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children && <div className="t3">{children}</div>}
      {sample && <CopyableBlock text={sample} />}
    </div>
  );
}
