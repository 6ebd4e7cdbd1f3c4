import { createTheme, defaultVariantColorsResolver } from '@mantine/core'

import css from './controls.module.css'
import { themeSizes } from './sizes.ts'

const input = { defaultProps: { size: 'md' }, classNames: { label: css.label!, input: css.input! } }

/**
 * Class names and variables only: theme `styles` would add style attributes. Heights match the touch target (44) and
 * the sign-in fields (48).
 */
export const theme = createTheme({
  ...themeSizes,
  // White is not readable on every brand colour, and the library cannot check through the variable.
  variantColorResolver: (input) => {
    const colours = defaultVariantColorsResolver(input)
    const isBrand = input.variant === 'filled' && (input.color ?? 'brand') === 'brand'
    return isBrand ? { ...colours, color: 'var(--on-brand)' } : colours
  },
  components: {
    Button: {
      defaultProps: { size: 'md' },
      classNames: { root: css.button, label: css.buttonLabel },
      vars: (_theme: unknown, { size }: { size?: string }) => ({
        root: size === 'md' ? { '--button-height': '2.75rem', '--button-fz': '1rem' } : {},
      }),
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'var(--touch)' } },
    Input: { vars: () => ({ wrapper: { '--input-height': 'var(--control)' } }) },
    InputWrapper: { classNames: { label: css.label } },
    TextInput: input,
    PasswordInput: input,
    NumberInput: input,
    Select: input,
    Textarea: input,
    // Prevents an endless loop: a list hidden for a moment has no width, gets placed outside the page, a phone zooms
    // out for it, and that hides it again.
    Popover: { defaultProps: { hideDetached: false } },
    Paper: { defaultProps: { radius: 'lg' }, classNames: { root: css.paper } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm' }, classNames: { root: css.badge } },
    Modal: {
      defaultProps: { centered: true, radius: 'xl' },
      classNames: { content: css.sheet, header: css.sheet, title: css.sheetTitle },
    },
  },
})
