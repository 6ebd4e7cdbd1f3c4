import { expect, test } from 'vitest'

import { accentColours, accentCss, surfaces } from './accent.ts'
import { contrastOf, toHex, toOklch } from './colour.ts'

const accents = [
  ['key 0', '#0f766e'],
  ['key 260', '#4f46e5'],
  ['any other', '#2563eb'],
  ['white', '#ffffff'],
  ['black', '#000000'],
  ['yellow', '#facc15'],
  ['pure yellow', '#ffff00'],
  ['red', '#ff0000'],
  ['lime', '#00ff00'],
  ['blue', '#0000ff'],
  ['orange', '#f97316'],
  ['pink', '#ec4899'],
  ['middle grey', '#777777'],
] as const
const cases = accents.flatMap(([name, accent]) =>
  (['light', 'dark'] as const).map((scheme) => ({ name, accent, scheme })),
)

test.each(cases)('$name is readable in $scheme', ({ accent, scheme }) => {
  const colours = accentColours(accent, scheme)
  const pairs: Record<string, number> = {
    'text on page': contrastOf(colours.text, surfaces[scheme].page),
    'text on card': contrastOf(colours.text, surfaces[scheme].card),
    'text on wash': contrastOf(colours.text, colours.wash),
    'text on fill': contrastOf(colours.onFill, colours.fill),
    'text on hovered fill': contrastOf(colours.onFill, colours.fillHover),
    'white on hero': contrastOf('#ffffff', withWater(colours.heroFrom)),
    'white on deep hero': contrastOf('#ffffff', withWater(colours.heroTo)),
    'hero chip': contrastOf(colours.heroTo, '#ffffff'),
  }
  const tooWeak = Object.entries(pairs).filter(([, contrast]) => contrast < 4.5)
  expect(tooWeak).toEqual([])
})

test('uses an accent unchanged when it is readable already', () => {
  for (const accent of ['#0f766e', '#4f46e5', '#2563eb']) expect(accentColours(accent, 'light').fill).toBe(accent)
})

test('keeps a bright accent and puts dark text on it', () => {
  expect(accentColours('#facc15', 'light')).toMatchObject({ fill: '#facc15', onFill: '#0a0f16' })
})

test.each(['red;}body{display:none', '</style><script>', '#12', '#0f766e;--x:1', ''])(
  'a stored value that is no colour never reaches the page: %s',
  (accent) => {
    expect(accentCss(accent)).toBe(accentCss('#2563eb'))
  },
)

test('both schemes set the same variables, all of them colours', () => {
  const blocks = [...accentCss('#0f766e').matchAll(/(:root[^{]*)\{([^}]*)\}/g)]
  expect(blocks.map(([, selector]) => selector)).toEqual([':root', ':root[data-mantine-color-scheme=dark]'])
  const [light, dark] = blocks.map(([, , body]) => body!.split(';').map((line) => line.split(':')))
  expect(light!.map(([name]) => name)).toEqual(dark!.map(([name]) => name))
  expect(light!.map(([name]) => name)).toContain('--brand-9')
  for (const [, value] of [...light!, ...dark!]) expect(value).toMatch(/^#[0-9a-f]{6}$/)
})

test('converts colours to OKLCH and back without change', () => {
  for (const [, accent] of accents) expect(toHex(toOklch(accent))).toBe(accent)
})

test('computes the contrast that WCAG publishes', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

/** The hero draws two layers of 5 % white over its gradient. */
function withWater(hex: string): string {
  const mixed = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16)
    return Math.round(255 - (255 - value) * 0.95 * 0.95)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${mixed.join('')}`
}
