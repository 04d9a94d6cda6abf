import { Alert } from '@mantine/core';
import { MeDocument } from '../../../../client/generated/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { PageHeader } from '../../components/page-header';
import { useViewer } from '../../session/session';
import { Appearance } from './appearance';
import { Password } from './password';
import { Profile } from './profile';
import { ReceivedInvitations } from './received-invitations';
import { SessionSection } from './session-section';
import { settingsTexts as words } from '../../texts/settings';

/** Shows the settings of the viewer and of this browser. */
export function SettingsPage() {
  const { user, authMode: mode } = useViewer();
  return (
    <>
      <PageHeader title={words.settings} description={words.description} />
      {mode === 'DISABLED' && (
        <Alert color="yellow" title={words.authenticationIsSwitchedOff} mb="md">
          {user ? words.authOffWithAccount : words.authOffWithoutAccount} {words.authOffHint}
        </Alert>
      )}
      {user && <ReceivedInvitations />}
      {user && <Account />}
      <Appearance />
      {mode === 'BEARER' && <SessionSection />}
    </>
  );
}

function Account() {
  const [result, again] = useFreshQuery(MeDocument, {});
  return (
    <Answer result={result} retry={again}>
      {({ viewer: { user } }) =>
        user && (
          <>
            <Profile key={`${user.name} ${user.email}`} account={user} onSaved={again} />
            <Password email={user.email} />
          </>
        )
      }
    </Answer>
  );
}
