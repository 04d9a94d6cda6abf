import { Group, Progress, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FrontPage } from '../components/front-page';
import { lastStep, stepTitles } from './steps';
import { setupTexts as words } from '../texts/setup';

interface Props {
  readonly step: number;
  readonly description: ReactNode;
  readonly children: ReactNode;
}

/** Shows a step with its number and description, and a link to the dashboard once a user exists. */
export function StepPage({ step, description, children }: Props) {
  const title = stepTitles[step - 1] ?? '';
  return (
    <FrontPage title={title} width={610}>
      <Stack gap={4}>
        <Group justify="space-between">
          <p className="t3">{words.stepOf(step, lastStep)}</p>
          {step > 1 && <Link to="/dashboard">{words.goToDashboard}</Link>}
        </Group>
        <Progress value={(step / lastStep) * 100} size="sm" aria-label={words.setupProgress} />
      </Stack>
      <div className="t3">{description}</div>
      {children}
    </FrontPage>
  );
}
