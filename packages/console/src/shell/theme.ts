import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorScheme,
  type MantineColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core';
import { readStoredText, removeStored, STORAGE_KEYS, writeStoredText } from './storage.ts';

const water: MantineColorsTuple = [
  '#e9f5f9',
  '#d2e9f1',
  '#a6d7e5',
  '#74c4dd',
  '#4aabc8',
  '#2f97b7',
  '#1f84a4',
  '#14708e',
  '#0d5c77',
  '#0a4a60',
];

export const theme = createTheme({
  colors: { water },
  primaryColor: 'water',
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  defaultRadius: 6,
  cursorType: 'pointer',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '18px' },
});

/** Mantine's own variables, spoken in the roles of tokens.css, which follow the colour scheme by themselves. */
export const cssVariables: CSSVariablesResolver = () => {
  const roles = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-bright': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-muted)',
    '--mantine-color-placeholder': 'var(--text-muted)',
    '--mantine-color-anchor': 'var(--accent-text)',
    '--mantine-color-error': 'var(--danger-text)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--surface-hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--border-control)',
    '--mantine-color-disabled': 'var(--surface-hover)',
    '--mantine-color-disabled-color': 'var(--text-muted)',
    '--mantine-color-disabled-border': 'var(--border)',
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  };
  return { variables: {}, light: roles, dark: roles };
};

/** What color-scheme.js reads before the first paint. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: (fallback) => schemeIn(readStoredText(STORAGE_KEYS.theme)) ?? fallback,
  set: (scheme) => writeStoredText(STORAGE_KEYS.theme, scheme),
  subscribe(onUpdate) {
    const controller = new AbortController();
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key === STORAGE_KEYS.theme) onUpdate(schemeIn(newValue) ?? 'auto');
    };
    window.addEventListener('storage', follow, { signal: controller.signal });
    this.unsubscribe = () => controller.abort();
  },
  unsubscribe: () => {},
  clear: () => removeStored(STORAGE_KEYS.theme),
};

function schemeIn(text: string | null): MantineColorScheme | undefined {
  return text === 'light' || text === 'dark' || text === 'auto' ? text : undefined;
}
