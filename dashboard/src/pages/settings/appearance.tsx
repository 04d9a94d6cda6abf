import { SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { Section } from '../../components/section';

const schemes: { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
];

/** Light or dark, in this browser. */
export function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title="Appearance" description="Kept in this browser.">
      <SegmentedControl
        aria-label="Appearance"
        data={schemes}
        value={colorScheme}
        onChange={(value) => setColorScheme(value)}
      />
    </Section>
  );
}
