import { useDocumentTitle } from '@mantine/hooks';
import { PlainButton } from '../../components/plain-button';
import { CheckIcon } from '../../components/icons';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { firstRunTexts } from '../../texts/first-run';
import type { StepProps } from '../steps';
import { AddFirstMemory } from './add-first-memory';
import { ConnectApp } from './connect-app';
import { FindIt } from './find-it';

interface Props extends StepProps {
  readonly secret: string | null;
  onCreated(secret: string): void;
}

/** Stores a memory, finds it, then connects an app. Every part can be skipped. */
export function FirstRunStep({ onward, secret, onCreated }: Props) {
  useDocumentTitle(`${firstRunTexts.title} · memory-gateway`);
  const [isStored, setStored] = useState(false);
  const [isFound, setFound] = useState(false);
  const [isConnected, setConnected] = useState(false);
  return (
    <main className="fr">
      <div className="intro">
        <h1>{firstRunTexts.title}</h1>
        <p className="t2">{firstRunTexts.intro}</p>
      </div>
      <Part number={1} title={firstRunTexts.add} isDone={isStored} isCurrent={!isStored}>
        <AddFirstMemory onStored={() => setStored(true)} />
      </Part>
      <Part number={2} title={firstRunTexts.find} isDone={isFound} isCurrent={isStored && !isFound}>
        <FindIt isReady={isStored} onFound={() => setFound(true)} />
      </Part>
      <Part number={3} title={firstRunTexts.connect} isDone={isConnected} isCurrent={isFound && !isConnected}>
        <ConnectApp secret={secret} onCreated={onCreated} onConnected={() => setConnected(true)} />
      </Part>
      <div className="row fr-end">
        <PlainButton label={firstRunTexts.models} onClick={onward} />
        <Link className={`btn ${isStored ? 'pri' : ''}`} to="/dashboard">
          {firstRunTexts.dashboard}
        </Link>
      </div>
    </main>
  );
}

interface PartProps {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly isCurrent: boolean;
  readonly children: ReactNode;
}

function Part({ number, title, isDone, isCurrent, children }: PartProps) {
  return (
    <section className={`step ${isDone ? 'done' : ''} ${isCurrent ? 'now' : ''}`} aria-label={title}>
      <span className="no">{isDone ? <CheckIcon size={16} aria-label={firstRunTexts.done} /> : number}</span>
      <div className="grow step-card">
        <h2>{title}</h2>
        {children}
      </div>
    </section>
  );
}
