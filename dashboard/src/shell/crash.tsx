import { Component, type ReactNode } from 'react';
import { shellTexts as words } from '../texts/shell';

/** Shows an error in the shell when a page throws. React supports error boundaries as classes only. */
export class Crash extends Component<{ children: ReactNode }, { message: string | null }> {
  override state = { message: null };

  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    if (this.state.message === null) return this.props.children;
    return (
      <div className="alert" role="alert">
        <b>{words.somethingWentWrong}</b>
        <p>{this.state.message}</p>
        <a className="btn" href={window.location.pathname}>
          {words.openWithoutFilters}
        </a>
      </div>
    );
  }
}
