import { AppShell, Burger, Center, Group, Image, Loader, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import icon from '../icon.svg';
import { useViewer } from '../session/session';
import { AccountMenu } from './account-menu';
import { Crash } from './crash';
import { navigation } from './navigation';
import { ProjectPicker, ProjectProvider } from './project';

/** The frame around every page: side bar, project, account. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  return (
    <ProjectProvider>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 230, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
        padding="md"
      >
        <AppShell.Header>
          <Group h="100%" px="md" justify="space-between" wrap="nowrap">
            <Group gap="xs" wrap="nowrap">
              <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Navigation" />
              <Image src={icon} w={26} h={26} alt="" />
              <Text fw={600} visibleFrom="sm">
                memory-gateway
              </Text>
              <ProjectPicker />
            </Group>
            <AccountMenu />
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="xs" aria-label="Pages">
          <Sections pathname={pathname} onChoose={close} />
        </AppShell.Navbar>
        <AppShell.Main>
          <Crash key={pathname.split('/')[2]}>
            <Suspense fallback={<Waiting />}>
              <Outlet />
            </Suspense>
          </Crash>
        </AppShell.Main>
      </AppShell>
    </ProjectProvider>
  );
}

function Sections({ pathname, onChoose }: { pathname: string; onChoose: () => void }) {
  const { isAdmin } = useViewer();
  return (
    <ScrollArea>
      {navigation.map(({ label, items }) => (
        <section key={label} aria-label={label}>
          <Text size="xs" c="dimmed" tt="uppercase" fw={600} px="sm" pt="md" pb={4}>
            {label}
          </Text>
          {items
            .filter(({ adminOnly }) => isAdmin || !adminOnly)
            .map(({ path, label: name, icon: Icon }) => (
              <NavLink
                key={path}
                component={Link}
                to={`/dashboard/${path}`}
                label={name}
                leftSection={<Icon size={18} aria-hidden />}
                active={pathname.startsWith(`/dashboard/${path}`)}
                aria-current={pathname.startsWith(`/dashboard/${path}`) ? 'page' : undefined}
                onClick={onChoose}
              />
            ))}
        </section>
      ))}
    </ScrollArea>
  );
}

const Waiting = () => (
  <Center h="50vh">
    <Loader aria-label="Loading" />
  </Center>
);
