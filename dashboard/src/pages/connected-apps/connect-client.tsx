import { Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { CopyableBlock } from '../../components/copyable-block';
import { Segments } from '../../components/segments';
import { clientSteps } from './client-steps';

/** Shows how to connect common MCP clients to this server. */
export function ConnectClient() {
  const [chosen, setChosen] = useState('claude-code');
  const steps = clientSteps.find(({ value }) => value === chosen);
  return (
    <Stack mt="xl" maw={760}>
      <Title order={2}>Connect an app</Title>
      <Segments label="App" choices={clientSteps} value={chosen} onChange={setChosen} />
      {steps && (
        <>
          <Text>{steps.step} The app then opens this dashboard and asks for access.</Text>
          <CopyableBlock text={steps.toText(`${window.location.origin}/mcp`)} />
        </>
      )}
    </Stack>
  );
}
