import { clientSteps } from './client-steps';
import { ConnectSection } from './connect-section';
import { frameworkSteps } from './framework-steps';
import { connectedAppsTexts as words } from '../../texts/connected-apps';

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
