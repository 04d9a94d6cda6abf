import { useState } from 'react';
import { CopyableBlock } from '../../components/copyable-block';
import { Section } from '../../components/section';
import { Segments } from '../../components/segments';
import { connectedAppsTexts as words } from '../../texts/connected-apps';
import { clientSteps } from './client-steps';
import type { ConnectSteps } from './connect-steps';
import { frameworkSteps } from './framework-steps';

/** Shows how to connect common MCP clients and frameworks to this server. */
export function ConnectClient() {
  const { origin } = window.location;
  return (
    <div className="connect">
      <ConnectSection
        title={words.connectAnApp}
        label={words.app}
        choices={clientSteps}
        address={`${origin}/mcp`}
        note={words.connectLastStep}
      />
      <ConnectSection
        title={words.connectYourCode}
        label={words.framework}
        choices={frameworkSteps}
        address={origin}
        note={words.apiKeyStep}
      />
    </div>
  );
}

interface Props {
  readonly title: string;
  /** Accessible name of the choice. */
  readonly label: string;
  readonly choices: readonly ConnectSteps[];
  /** URL in the instructions. */
  readonly address: string;
  /** Sentence after each instruction. */
  readonly note?: string;
}

function ConnectSection({ title, label, choices, address, note }: Props) {
  const [chosen, setChosen] = useState(choices[0]?.value ?? '');
  const steps = choices.find(({ value }) => value === chosen);
  return (
    <Section title={title}>
      <div className="connect-steps">
        <Segments label={label} choices={choices} value={chosen} onChange={setChosen} />
        {steps && (
          <>
            <p>{[steps.step, note].filter(Boolean).join(' ')}</p>
            <CopyableBlock text={steps.toText(address)} />
          </>
        )}
      </div>
    </Section>
  );
}
