import { Section } from '../../components/section';
import { Segments } from '../../components/segments';
import { setColorScheme, useColorSchemeChoice, type ColorSchemeChoice } from '../../shell/color-scheme';

const schemes: { value: ColorSchemeChoice; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
];

/** Selects the light or dark theme for this browser. */
export function Appearance() {
  return (
    <Section title="Appearance" description="Kept in this browser.">
      <Segments
        label="Appearance"
        choices={schemes}
        value={useColorSchemeChoice()}
        onChange={(value) => setColorScheme(value as ColorSchemeChoice)}
      />
    </Section>
  );
}
