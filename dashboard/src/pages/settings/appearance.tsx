import { Section } from '../../components/section';
import { Segments } from '../../components/segments';
import { setColorScheme, useColorSchemeChoice, type ColorSchemeChoice } from '../../shell/color-scheme';
import { settingsTexts as words } from '../../texts/settings';

const schemes: { value: ColorSchemeChoice; label: string }[] = [
  { value: 'light', label: words.light },
  { value: 'dark', label: words.dark },
  { value: 'auto', label: words.system },
];

/** Selects the light or dark theme for this browser. */
export function Appearance() {
  return (
    <Section title={words.appearance} description={words.keptInThisBrowser}>
      <Segments
        label={words.appearance}
        choices={schemes}
        value={useColorSchemeChoice()}
        onChange={(value) => setColorScheme(value as ColorSchemeChoice)}
      />
    </Section>
  );
}
