import { ExternalLinkIcon } from '../../components/icons';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useClient } from 'urql';
import { ViewerDocument } from '../../api/graphql';
import { useColorScheme } from '../../shell/color-scheme';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { Select } from '../../components/select';
import { useOwnStorage } from '../../session/own-storage';
import { useViewer } from '../../session/session';
import { explorerTexts } from '../../texts/explorer';
import {
  claimEditor,
  readOpenOperation,
  runInFrame,
  setTheme,
  setVariables,
  showTheme,
  signInFrame,
} from './editor-frame';
import { isOperation, isQuery, recordOperation } from './operation-history';
import { HistoryMenu, SavedMenu } from './operation-menus';
import { samples } from './samples';

/** The operation in the editor. A new number opens the editor again. */
interface Shown {
  readonly name: string;
  readonly query: string;
  readonly variables?: string;
  /** Whether the editor runs the operation when it opens. */
  readonly isRun?: boolean;
  readonly opened: number;
}

/** Returns the operation that a link names in its state, for example a recent query of Home, or else the first sample. */
function toFirstShown(state: unknown): Shown {
  const { operation } = (state ?? {}) as { operation?: unknown };
  if (!isOperation(operation)) return { ...samples[0], opened: 0 };
  setVariables(operation.variables);
  return { ...operation, isRun: isQuery(operation), opened: 0 };
}

/** Shows the server's GraphQL editor with sample operations and a history, signed in as the viewer. */
export function ExplorerPage() {
  const frame = useRef<HTMLIFrameElement>(null);
  const client = useClient();
  const storage = useOwnStorage();
  const { user } = useViewer();
  // The frame starts with this page.
  useState(() => claimEditor(user?.id));
  const state: unknown = useLocation().state;
  const [shown, setShown] = useState<Shown>(() => toFirstShown(state));
  const [isOff, setOff] = useState(false);
  const [loadedFrame, setLoadedFrame] = useState(-1);
  const scheme = useColorScheme();
  setTheme(scheme);
  useEffect(() => {
    const loaded = frame.current?.contentWindow;
    if (loaded) showTheme(loaded, scheme);
  }, [scheme]);
  const onLoad = () => {
    const loaded = frame.current?.contentWindow;
    if (!loaded) return;
    setLoadedFrame(shown.opened);
    setOff(loaded.document.contentType !== 'text/html');
    // A request of the page finds out whether the session can be refreshed, or asks for the sign-in.
    const checkSession = () => void client.query(ViewerDocument, {}, { requestPolicy: 'network-only' }).toPromise();
    signInFrame(loaded, (body) => recordOperation(storage, body), checkSession);
    if (shown.isRun) runInFrame(loaded);
  };
  const open = (operation: Omit<Shown, 'opened'>) => {
    setVariables(operation.variables ?? '');
    setShown(({ opened }) => ({ ...operation, opened: opened + 1 }));
  };
  const url = `/graphql?${new URLSearchParams({ query: shown.query })}`;
  return (
    <>
      <PageHeader title={explorerTexts.title} description={explorerTexts.description}>
        <Select
          aria-label={explorerTexts.sample}
          placeholder={explorerTexts.sample}
          choices={samples.map(({ name }) => name)}
          value={samples.some(({ name }) => name === shown.name) ? shown.name : ''}
          onChange={(chosen) => open(samples.find(({ name }) => name === chosen) ?? samples[0])}
        />
        <SavedMenu
          onChoose={(operation) => open({ ...operation, isRun: isQuery(operation) })}
          readOpen={() => (frame.current?.contentWindow ? readOpenOperation(frame.current.contentWindow) : null)}
        />
        <HistoryMenu onChoose={(operation) => open({ ...operation, isRun: isQuery(operation) })} />
        <a className="btn" href={url} target="_blank" rel="noreferrer" title={explorerTexts.newTabHint}>
          <ExternalLinkIcon size={14} strokeWidth={1.5} />
          {explorerTexts.newTab}
        </a>
      </PageHeader>
      {isOff && <EmptyState title={explorerTexts.off}>{explorerTexts.offHint}</EmptyState>}
      <iframe
        key={shown.opened}
        ref={frame}
        className="card explorer"
        data-typed
        hidden={isOff}
        // A frame without its page is white, in the dark theme too.
        style={{ visibility: loadedFrame === shown.opened ? undefined : 'hidden' }}
        title={explorerTexts.frame}
        src={url}
        onLoad={onLoad}
      />
    </>
  );
}
