import { Button, PasswordInput, TextInput } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { object } from 'zod/mini';
import { AcceptInvitationDocument, InvitationOfferDocument, type InvitationOfferQuery } from '../api/graphql';
import { useFreshQuery } from '../api/use-fresh-query';
import { useMutate } from '../api/run-mutation';
import { Answer } from '../components/answer';
import { EmptyState } from '../components/empty-state';
import { Facts } from '../components/facts';
import { Form } from '../components/form';
import { FrontPage } from '../components/front-page';
import { Moment } from '../components/moment';
import { name, newPassword } from '../components/rules';
import { useSchemaForm } from '../components/use-schema-form';
import { sessionTexts as words } from '../texts/session';
import { useSession } from './session';

const schema = object({ name, password: newPassword });

/** Shows what the invitation of the URL's token offers, and accepts it. Without a valid token, it shows nothing about any invitation. */
export function InvitationPage() {
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const [result, read] = useFreshQuery(InvitationOfferDocument, { token });
  const isEnded = result.error?.graphQLErrors.some(({ extensions }) => extensions.code === 'NOT_FOUND');
  return (
    <FrontPage title={words.acceptInvitation}>
      {isEnded ? (
        <EmptyState title={words.invitationEnded}>
          {words.invitationEndedHint} <Link to="/">{words.goToSignIn}</Link>
        </EmptyState>
      ) : (
        <Answer result={result} retry={read}>
          {({ invitationOffer }) => (
            <>
              <Facts rows={toFacts(invitationOffer)} />
              <AcceptForm token={token} />
            </>
          )}
        </Answer>
      )}
    </FrontPage>
  );
}

function toFacts(offer: NonNullable<InvitationOfferQuery['invitationOffer']>) {
  const access = [
    ...(offer.userRole === 'ADMIN' ? [words.accessToInstallation] : []),
    ...(offer.projectName === null ? [] : [words.accessToProject(offer.role, offer.projectName)]),
  ];
  return [
    [words.invitedBy, <bdi key="by">{offer.inviterName}</bdi>],
    [words.access, <bdi key="access">{access.join(', ') || words.noProjectYet}</bdi>],
    [words.organization, offer.organizationName && <bdi key="organization">{offer.organizationName}</bdi>],
    [words.email, <bdi key="email">{offer.email}</bdi>],
    [words.expires, <Moment key="expires" at={offer.expiresAt} />],
  ] as const;
}

function AcceptForm({ token }: { token: string }) {
  const { enter } = useSession();
  const mutate = useMutate();
  const form = useSchemaForm({
    schema,
    initialValues: { name: '', password: '' },
    serverNames: { 'link.name': 'name', 'link.password': 'password' },
    async onSubmit(values) {
      const { failure, payload } = await mutate(AcceptInvitationDocument, { link: { token, ...values } });
      if (payload?.session) await enter(payload.session);
      return failure && { ...failure, message: failure.fields['link.token'] ?? failure.message };
    },
  });
  return (
    <Form form={form}>
      <TextInput {...form.getInputProps('name')} label={words.yourName} autoComplete="name" required autoFocus />
      <PasswordInput
        {...form.getInputProps('password')}
        label={words.password}
        description={words.passwordHint}
        autoComplete="new-password"
        required
      />
      <Button type="submit" loading={form.submitting}>
        {words.acceptInvitation}
      </Button>
    </Form>
  );
}
