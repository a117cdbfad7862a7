import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorScheme,
  type MantineColorSchemeManager,
  type MantineColorsTuple,
  MantineProvider,
  NativeSelect,
} from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

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

const theme = createTheme({
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
      defaultProps: { rightSection: <IconChevronDown size={16} /> },
    }),
  },
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '18px' },
});

/** Maps Mantine's variables to the roles of tokens.css, which follow the colour scheme by themselves. */
const cssVariables: CSSVariablesResolver = () => {
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

/** Where the chosen scheme is kept. */
export interface SchemeStore {
  /** Its key in `localStorage`, which other tabs report. */
  readonly key: string;
  readonly read: () => string | null;
  readonly write: (scheme: string) => void;
  readonly clear: () => void;
}

/** Keeps the scheme where before-paint.js reads it before the first paint. */
function managerOf({ key, read, write, clear }: SchemeStore): MantineColorSchemeManager {
  return {
    get: (fallback) => schemeIn(read()) ?? fallback,
    set: write,
    subscribe(onUpdate) {
      const controller = new AbortController();
      const follow = (event: StorageEvent) => {
        if (event.key === key) onUpdate(schemeIn(event.newValue) ?? 'auto');
      };
      window.addEventListener('storage', follow, { signal: controller.signal });
      this.unsubscribe = () => controller.abort();
    },
    unsubscribe: () => {},
    clear,
  };
}

function schemeIn(text: string | null): MantineColorScheme | undefined {
  return text === 'light' || text === 'dark' || text === 'auto' ? text : undefined;
}

interface ThemeProviderProps {
  readonly store: SchemeStore;
  readonly children: ReactNode;
}

/** Colours, fonts and sizes of all controls, in the scheme that the user chose. */
export function ThemeProvider({ store, children }: ThemeProviderProps) {
  const [manager] = useState(() => managerOf(store));
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={manager}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  );
}
