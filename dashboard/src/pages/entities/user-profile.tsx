import { Alert, Group, Stack, Text } from '@mantine/core';
import { useQuery } from 'urql';
import { ProfileDocument, type ProfileQuery } from '../../../../client/generated/graphql';
import { Answer } from '../../components/answer';
import { Json } from '../../components/facts';
import { Moment } from '../../components/moment';
import { entitiesTexts as words } from '../../texts/entities';

type Profile = NonNullable<ProfileQuery['profile']>;

const reasons: Readonly<Record<Exclude<Profile['status'], 'SUCCEEDED' | 'FAILED'>, string>> = {
  INSUFFICIENT_DATA: 'Not enough memories for a profile yet.',
  NOT_ENABLED: 'Profiles are switched off in this project.',
  PENDING: 'The profile has not been generated yet.',
};

/** Shows the profile of a user, a summary of the user's memories. */
export function UserProfile({ projectId, userId }: { projectId: string | null; userId: string }) {
  const [result, read] = useQuery({
    query: ProfileDocument,
    variables: { projectId, userId },
    requestPolicy: 'network-only',
  });
  return (
    <section className="card" aria-label={words.profile}>
      <header>
        <h2>{words.profile}</h2>
      </header>
      <div className="body">
        <Answer result={result} retry={() => read({ requestPolicy: 'network-only' })}>
          {({ profile }) => <Content profile={profile} />}
        </Answer>
      </div>
    </section>
  );
}

function Content({ profile: { status, profile, error, updatedAt } }: { profile: Profile }) {
  if (status === 'FAILED') return <Alert color="red">{words.profileFailed(error ?? 'no reason was stored.')}</Alert>;
  if (status !== 'SUCCEEDED') {
    return (
      <Text size="sm" c="dimmed">
        {reasons[status]}
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      <Json value={profile} label={words.profile} />
      <Group gap={4}>
        <Text size="sm" c="dimmed">
          {words.generated}
        </Text>
        <Moment at={updatedAt} />
      </Group>
    </Stack>
  );
}
