import type { MantineThemeOverride } from '@mantine/core'

const step = (at: number) => `var(--brand-${at})`

/** The part of the theme that becomes CSS variables. The build reads it in Node, so import no stylesheet here. */
export const themeSizes: MantineThemeOverride = {
  primaryColor: 'brand',
  primaryShade: 6,
  white: '#ffffff',
  black: '#10202b',
  colors: {
    brand: [step(0), step(1), step(2), step(3), step(4), step(5), step(6), step(7), step(8), step(9)],
    // Blue-black like tokens.css; the library's own greys would look like another product.
    dark: [
      '#e7eef3',
      '#c9d5de',
      '#abb9c4',
      '#8b9aa6',
      '#43535f',
      '#2c3a47',
      '#1b2632',
      '#141d27',
      '#0f1720',
      '#0b1119',
    ],
  },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  headings: { fontFamily: 'var(--font)', fontWeight: '600' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
}
