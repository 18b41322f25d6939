import {
  ActionIcon,
  Anchor,
  Button,
  Input,
  InputWrapper,
  createTheme,
  type BadgeProps,
  type ComboboxProps,
  type CSSVariablesResolver,
  type DrawerProps,
  type MantineColorsTuple,
  type MenuProps,
  type ModalProps,
  type PopoverProps,
  type SegmentedControlProps,
  type SkeletonProps,
  type TooltipProps,
} from '@mantine/core';

/** Mantine asks for ten shades of a colour; ours are named by their use, so the ten are filled from those names. */
const shades = (...names: string[]): MantineColorsTuple => {
  const values = names.map((name) => `var(--wv-${name})`);
  return Array.from(
    { length: 10 },
    (_, index) => values[Math.floor((index * values.length) / 10)],
  ) as unknown as MantineColorsTuple;
};

const solid = (name: string) => shades(`${name}-soft`, name);

/** The header of a dialog is a header element, but not the banner of the page. */
const dialogParts = {
  defaultProps: { attributes: { header: { role: 'none' } } },
  styles: { title: { fontWeight: 600 } },
};

export const theme = createTheme({
  fontFamily: 'var(--wv-font)',
  fontFamilyMonospace: 'var(--wv-font-mono)',
  primaryColor: 'accent',
  primaryShade: 6,
  black: 'var(--wv-text)',
  white: 'var(--wv-surface)',
  colors: {
    accent: solid('accent'),
    red: solid('bad'),
    green: solid('good'),
    yellow: solid('warn'),
    blue: solid('info'),
    gray: shades('sunken', 'hover', 'line', 'line-strong', 'line-strong', 'text-3', 'text-3', 'text-2', 'text', 'text'),
    dark: shades('text', 'text-2', 'text-3', 'text-3', 'line-strong', 'hover', 'raised', 'surface', 'canvas', 'canvas'),
  },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.45', xl: '1.4' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: {
    xs: 'var(--wv-radius-small)',
    sm: 'var(--wv-radius)',
    md: 'var(--wv-radius)',
    lg: 'var(--wv-radius-large)',
    xl: '999px',
  },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '14px', lineHeight: '20px' },
      h3: { fontSize: '13px', lineHeight: '20px' },
    },
  },
  shadows: {
    xs: 'none',
    sm: 'none',
    md: 'var(--wv-shadow)',
    lg: 'var(--wv-shadow)',
    xl: 'var(--wv-shadow)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({
      defaultProps: { size: 'sm', fw: 500 },
      vars: (_theme, props) => ({
        root:
          props.size === 'sm'
            ? { '--button-height': 'var(--wv-control-height)', '--button-padding-x': '12px', '--button-fz': '13px' }
            : {},
      }),
    }),
    ActionIcon: ActionIcon.extend({
      defaultProps: { variant: 'subtle', color: 'gray', size: 'md' },
      vars: (_theme, props) => ({ root: props.size === 'md' ? { '--ai-size': 'var(--wv-control-height)' } : {} }),
    }),
    Input: Input.extend({
      defaultProps: { size: 'sm' },
      vars: (_theme, props) => ({
        wrapper: props.size === 'sm' ? { '--input-height': 'var(--wv-control-height)', '--input-fz': '14px' } : {},
      }),
    }),
    InputWrapper: InputWrapper.extend({
      defaultProps: { size: 'sm', inputWrapperOrder: ['label', 'input', 'error', 'description'] },
    }),
    Anchor: Anchor.extend({ defaultProps: { underline: 'hover', inherit: true } }),
    // The components below are not named by an import: the screens before the sign-in do without them.
    // A closed list of countries or time zones would otherwise stand in the page, and be drawn with each keystroke.
    Combobox: { defaultProps: { keepMounted: false } satisfies Partial<ComboboxProps> },
    Badge: { defaultProps: { radius: 'xs', tt: 'none', fw: 500 } satisfies BadgeProps },
    // A menu is drawn inside its landmark, and without the focus placeholder, which the menu role does not allow as a child.
    Menu: {
      defaultProps: {
        withinPortal: false,
        withInitialFocusPlaceholder: false,
        shadow: 'md',
        transitionProps: { duration: 100 },
        offset: 6,
      } satisfies MenuProps,
    },
    Popover: {
      defaultProps: { shadow: 'md', transitionProps: { duration: 100 }, offset: 6 } satisfies PopoverProps,
    },
    Tooltip: {
      defaultProps: {
        openDelay: 250,
        fz: 12,
        transitionProps: { duration: 80 },
        events: { hover: true, focus: true, touch: false },
      } satisfies Partial<TooltipProps>,
    },
    Modal: {
      ...dialogParts,
      defaultProps: {
        ...dialogParts.defaultProps,
        centered: true,
        transitionProps: { duration: 120 },
      } satisfies Partial<ModalProps>,
    },
    Drawer: {
      ...dialogParts,
      defaultProps: {
        ...dialogParts.defaultProps,
        position: 'right',
        size: 480,
        transitionProps: { duration: 140 },
      } satisfies Partial<DrawerProps>,
    },
    SegmentedControl: { defaultProps: { fw: 500 } satisfies Partial<SegmentedControlProps> },
    Skeleton: { defaultProps: { radius: 'xs' } satisfies SkeletonProps },
  },
});

const fill = (mantine: string, name: string) => ({
  [`--mantine-color-${mantine}-text`]: `var(--wv-${name === 'accent' ? 'accent-text' : name})`,
  [`--mantine-color-${mantine}-filled`]: `var(--wv-${name})`,
  [`--mantine-color-${mantine}-light`]: `var(--wv-${name}-soft)`,
  [`--mantine-color-${mantine}-light-hover`]: `var(--wv-${name}-soft)`,
  [`--mantine-color-${mantine}-light-color`]: `var(--wv-${name === 'accent' ? 'accent-text' : name})`,
  [`--mantine-color-${mantine}-outline`]: `var(--wv-${name})`,
});

/** The same in both schemes: the tokens behind these names change with the scheme and the skin. */
const colours = {
  ...fill('accent', 'accent'),
  ...fill('red', 'bad'),
  ...fill('green', 'good'),
  ...fill('yellow', 'warn'),
  ...fill('blue', 'info'),
  '--mantine-color-accent-filled-hover': 'var(--wv-accent-hover)',
  '--mantine-color-accent-contrast': 'var(--wv-on-accent)',
  '--mantine-primary-color-contrast': 'var(--wv-on-accent)',
  '--mantine-color-red-filled-hover': 'var(--wv-bad-hover)',
  '--mantine-color-gray-text': 'var(--wv-text-2)',
  '--mantine-color-gray-light': 'var(--wv-hover)',
  '--mantine-color-gray-light-hover': 'var(--wv-hover)',
  '--mantine-color-gray-light-color': 'var(--wv-text-2)',
  '--mantine-color-bright': 'var(--wv-text)',
  '--mantine-color-text': 'var(--wv-text)',
  '--mantine-color-body': 'var(--wv-raised)',
  '--mantine-color-error': 'var(--wv-bad)',
  '--mantine-color-success': 'var(--wv-good)',
  '--mantine-color-placeholder': 'var(--wv-text-3)',
  '--mantine-color-anchor': 'var(--wv-accent-text)',
  '--mantine-color-default': 'var(--wv-surface)',
  '--mantine-color-default-hover': 'var(--wv-hover)',
  '--mantine-color-default-color': 'var(--wv-text)',
  '--mantine-color-default-border': 'var(--wv-line-strong)',
  '--mantine-color-dimmed': 'var(--wv-text-3)',
  '--mantine-color-disabled': 'var(--wv-sunken)',
  '--mantine-color-disabled-color': 'var(--wv-text-3)',
  '--mantine-color-disabled-border': 'var(--wv-line)',
};

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: colours, dark: colours });
