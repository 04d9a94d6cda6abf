import { Alert, Anchor, Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { CopyText } from '../components/copy';
import { useViewer } from '../session/session';
import { curlSample, runQuickTest, testUser, type TestResult } from './quick-test';
import { StepButtons } from './step-buttons';
import { StepPage } from './step-page';
import type { StepProps } from './steps';

const example = 'My name is Ada. I live in Lisbon and I never eat fish.';

/** A first call, with the key that was just made. */
export function TestStep({
  step,
  onward,
  back,
  secret,
  message,
}: StepProps & { readonly secret: string | null; readonly message: string | null }) {
  const { authMode: mode } = useViewer();
  const [result, setResult] = useState<TestResult | null>(null);
  const [isBusy, setBusy] = useState(false);
  const text = message ?? example;
  const curl = curlSample(secret, text);
  const run = async () => {
    setBusy(true);
    setResult(await runQuickTest(secret, text));
    setBusy(false);
  };
  return (
    <StepPage
      step={step}
      description="This is how an application remembers something. Run it in a terminal, or right here."
    >
      <Stack>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} data-testid="curl">
          {curl}
        </Code>
        {secret === null && mode !== 'DISABLED' && (
          <Text size="sm">
            The key is not shown again, so put yours in the place of $KEY, or{' '}
            <Anchor component={Link} to="/setup?step=3">
              make another
            </Anchor>
            . The button below goes by your session.
          </Text>
        )}
        <Group>
          <Button variant={result?.ok ? 'default' : 'filled'} loading={isBusy} onClick={() => void run()}>
            {result ? 'Run again' : 'Run the test'}
          </Button>
          <CopyText text={curl} label="Copy the command" variant="default" />
        </Group>
        {result && <Outcome result={result} />}
        <StepButtons back={back}>
          <Button variant={result?.ok ? 'filled' : 'default'} onClick={onward}>
            Go to dashboard
          </Button>
        </StepButtons>
      </Stack>
    </StepPage>
  );
}

function Outcome({ result }: { result: TestResult }) {
  if (!result.ok) {
    return (
      <Alert color="red" role="alert" title="Test failed">
        {result.message} If it is about a model, look at the{' '}
        <Anchor component={Link} to="/dashboard/configuration" size="sm">
          configuration
        </Anchor>
        .
      </Alert>
    );
  }
  const isNew = result.kept.length > 0;
  return (
    <Alert color="teal" role="status" title={isNew ? 'It works' : 'It works. No new memories were stored'}>
      <Stack gap="xs">
        {isNew && <Lines title="Stored:" lines={result.kept} />}
        <Lines
          title="Found by a search, best first:"
          lines={result.found.map(({ text, score }) => `${text} (${score.toFixed(2)})`)}
        />
        <Text size="sm">These memories belong to the user {testUser}. You can delete them on the Memories page.</Text>
      </Stack>
    </Alert>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div>
      <Text size="sm">{title}</Text>
      <List size="sm">
        {lines.map((line, index) => (
          <List.Item key={index}>{line}</List.Item>
        ))}
      </List>
    </div>
  );
}
