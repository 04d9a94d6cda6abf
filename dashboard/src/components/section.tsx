import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly description?: ReactNode;
  /** Shown right of the title. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** Shows one part of a page as a card with a title. */
export function Section({ title, description, actions, children }: Props) {
  return (
    <section className="card section" aria-label={title}>
      <header>
        <div className="grow">
          <h2>{title}</h2>
          {description && <div className="t3">{description}</div>}
        </div>
        {actions && <div className="row wrap">{actions}</div>}
      </header>
      {children && <div className="body">{children}</div>}
    </section>
  );
}
