import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorScheme,
  type MantineColorSchemeManager,
  type MantineColorsTuple,
  NativeSelect,
} from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { createElement } from 'react';
import {
  readStoredText,
  removeStored,
  STORAGE_KEYS,
  writeStoredText,
} from '../data/stored/storage.ts';

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

const danger: MantineColorsTuple = [
  '#fdf0ef',
  '#f9dad8',
  '#f2b3af',
  '#ff948a',
  '#e5655c',
  '#d9534a',
  '#d04b42',
  '#c23b32',
  '#b3261e',
  '#96201a',
];

// Mantine uses some greys directly; each index is mapped to its role in tokens.css.
const gray: MantineColorsTuple = [
  'var(--surface-hover)',
  'var(--surface-hover)',
  'var(--border)',
  'var(--border)',
  'var(--border-control)',
  'var(--text-muted)',
  'var(--text-muted)',
  'var(--text)',
  'var(--text)',
  'var(--text)',
];
const dark: MantineColorsTuple = [
  'var(--text)',
  'var(--text-muted)',
  'var(--text-muted)',
  'var(--text-muted)',
  'var(--border-control)',
  'var(--surface-hover)',
  'var(--surface-raised)',
  'var(--surface)',
  'var(--surface-sunken)',
  'var(--surface-sunken)',
];

export const theme = createTheme({
  colors: { water, danger, gray, dark },
  primaryColor: 'water',
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  defaultRadius: 6,
  cursorType: 'pointer',
  // A single chevron: two arrows would suggest sorting.
  components: {
    NativeSelect: NativeSelect.extend({
      defaultProps: { rightSection: createElement(IconChevronDown, { size: 16 }) },
    }),
  },
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '18px' },
});

/** Maps Mantine's variables to the roles of tokens.css, which follow the colour scheme by themselves. */
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
    '--mantine-color-gray-text': 'var(--text-muted)',
    '--mantine-color-gray-light-color': 'var(--text-muted)',
    '--mantine-color-gray-light-hover': 'var(--surface-hover)',
    '--mantine-color-water-light-color': 'var(--accent-text)',
    '--mantine-color-water-light-hover': 'var(--surface-hover)',
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  };
  return { variables: {}, light: roles, dark: roles };
};

/** Keeps the scheme where before-paint.js reads it before the first paint. */
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
