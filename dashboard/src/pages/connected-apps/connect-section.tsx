import { useState } from 'react';
import { CopyableBlock } from '../../components/copyable-block';
import { Section } from '../../components/section';
import { Segments } from '../../components/segments';
import type { ConnectSteps } from './connect-steps';

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

/** Shows how to connect apps or frameworks to this server. */
export function ConnectSection({ title, label, choices, address, note }: Props) {
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
