import { ExternalLinkIcon } from '../../components/icons';
import { useRef, useState } from 'react';
import { useColorScheme } from '../../shell/color-scheme';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { texts } from '../../texts';
import { samples } from './samples';
import { signInFrame } from './sign-in-frame';

/** Shows the server's GraphQL editor with sample operations, signed in as the viewer. */
export function ExplorerPage() {
  const frame = useRef<HTMLIFrameElement>(null);
  const [sample, setSample] = useState(samples[0]);
  const [isOff, setOff] = useState(false);
  const scheme = useColorScheme();
  // The editor reads its theme from this key when it starts.
  window.localStorage.setItem('graphiql:theme', scheme);
  const onLoad = () => {
    const loaded = frame.current?.contentWindow;
    if (!loaded) return;
    setOff(loaded.document.contentType !== 'text/html');
    signInFrame(loaded);
  };
  const url = `/graphql?${new URLSearchParams({ query: sample.query })}`;
  return (
    <>
      <PageHeader title={texts.explorer.title} description={texts.explorer.description}>
        <select
          className="field"
          aria-label={texts.explorer.sample}
          value={sample.name}
          onChange={(event) => setSample(samples.find(({ name }) => name === event.currentTarget.value) ?? samples[0])}
        >
          {samples.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <a className="btn" href={url} target="_blank" rel="noreferrer">
          <ExternalLinkIcon size={14} strokeWidth={1.5} aria-hidden />
          {texts.explorer.newTab}
        </a>
      </PageHeader>
      {isOff && <EmptyState title={texts.explorer.off}>{texts.explorer.offHint}</EmptyState>}
      <iframe
        key={sample.name}
        ref={frame}
        className="card explorer"
        hidden={isOff}
        title={texts.explorer.frame}
        src={url}
        onLoad={onLoad}
      />
    </>
  );
}
