import { Button } from '@mantine/core';
import { LogOutIcon } from 'lucide-react';
import { useState } from 'react';
import { Section } from '../../components/section';
import { useSession } from '../../session/session';

/** Ends the session of this browser. */
export function SessionSection() {
  const { leave } = useSession();
  const [isBusy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    await leave();
  };
  return (
    <Section
      title="Session"
      description="A session lasts 30 days after you last used it. To end those of other browsers, change the password."
    >
      <Button
        variant="default"
        leftSection={<LogOutIcon size={16} aria-hidden />}
        loading={isBusy}
        onClick={() => void end()}
      >
        Sign out
      </Button>
    </Section>
  );
}
