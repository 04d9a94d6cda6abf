import { clientSteps } from './client-steps';
import { ConnectSection } from './connect-section';
import { frameworkSteps } from './framework-steps';

/** Shows how to connect common MCP clients and frameworks to this server. */
export function ConnectClient() {
  const { origin } = window.location;
  return (
    <>
      <ConnectSection
        title="Connect an app"
        label="App"
        choices={clientSteps}
        address={`${origin}/mcp`}
        note="The app then opens this dashboard and asks for access."
      />
      <ConnectSection
        title="Connect your code"
        label="Framework"
        choices={frameworkSteps}
        address={origin}
        note="Create an API key on the page API keys."
      />
    </>
  );
}
