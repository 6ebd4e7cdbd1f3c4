import { contrastOf, isHexColour, toHex, toOklch, type Oklch } from './colour.ts'

/** The backgrounds of text. ui/styles/tokens.css repeats them; ui/styles/tokens.test.ts compares the two. */
export const surfaces = {
  light: { page: '#f4f7f8', card: '#ffffff' },
  dark: { page: '#0b1119', card: '#141d27' },
} as const
export type Scheme = keyof typeof surfaces

const NEUTRAL_ACCENT = '#2563eb'
const INK = '#0a0f16'
const WHITE = '#ffffff'
const READABLE = 4.5
/** The hero draws lighter water under its white text, so it must start darker than white text alone would need. */
const HERO_READABLE = 5.8

export type AccentColours = {
  fill: string
  fillHover: string
  onFill: string
  text: string
  wash: string
  line: string
  heroFrom: string
  heroTo: string
}

/** All colours of one scheme that come from the brand's accent. Every text pair has a contrast of at least 4.5:1. */
export function accentColours(accent: string, scheme: Scheme): AccentColours {
  const base = toOklch(isHexColour(accent) ? accent : NEUTRAL_ACCENT)
  const dark = scheme === 'dark'
  const wash = toHex({ ...base, lightness: dark ? 0.28 : 0.955, chroma: Math.min(base.chroma, dark ? 0.036 : 0.022) })
  const { page, card } = surfaces[scheme]
  const { fill, onFill } = fillOf(base, dark)
  const hero = darkEnough(
    { ...base, lightness: Math.min(dark ? 0.48 : 0.54, Math.max(0.36, base.lightness)) },
    HERO_READABLE,
  )
  return {
    fill: toHex(fill),
    fillHover: toHex({ ...fill, lightness: fill.lightness + (onFill === WHITE ? -0.045 : 0.035) }),
    onFill,
    text: textOf(base, dark, [wash, page, card]),
    wash,
    line: toHex({ ...base, lightness: dark ? 0.4 : 0.87, chroma: Math.min(base.chroma, 0.07) }),
    heroFrom: toHex(hero),
    // Use less chroma at the lower end: deep blues would turn violet.
    heroTo: toHex({ ...hero, lightness: hero.lightness - 0.13, chroma: hero.chroma * 0.72 }),
  }
}

/** The reseller's own colour where white or ink is readable on it, else the nearest shade where white is readable. */
function fillOf(base: Oklch, dark: boolean): { fill: Oklch; onFill: string } {
  const kept = { ...base, lightness: Math.min(0.88, Math.max(dark ? 0.5 : 0.3, base.lightness)) }
  if (contrastOf(toHex(kept), WHITE) >= READABLE) return { fill: kept, onFill: WHITE }
  // A bright yellow stays yellow under ink. A middling blue gets darker instead, because ink on it looks dirty.
  const inkReads = contrastOf(toHex(kept), INK) >= 7 && kept.lightness > 0.75
  return inkReads ? { fill: kept, onFill: INK } : { fill: darkEnough(kept), onFill: WHITE }
}

function darkEnough(colour: Oklch, contrast = READABLE): Oklch {
  let shade = colour
  while (contrastOf(toHex(shade), WHITE) < contrast) shade = { ...shade, lightness: shade.lightness - 0.01 }
  return shade
}

function textOf(base: Oklch, dark: boolean, behind: readonly string[]): string {
  const step = dark ? 0.01 : -0.01
  let shade = { ...base, lightness: dark ? Math.max(0.72, base.lightness) : Math.min(0.55, base.lightness) }
  const reads = () => behind.every((surface) => contrastOf(toHex(shade), surface) >= READABLE)
  while (!reads() && shade.lightness > 0 && shade.lightness < 1) shade = { ...shade, lightness: shade.lightness + step }
  return toHex(shade)
}

const TINTS = [0.97, 0.93, 0.87, 0.79, 0.71, 0.63] as const

/** Ten steps for the component library: 0–5 are fixed tints, 6 the fill (primary shade), 7 hover, 8–9 darker. */
function scaleOf(accent: string, colours: AccentColours): string[] {
  const base = toOklch(isHexColour(accent) ? accent : NEUTRAL_ACCENT)
  const tints = TINTS.map((lightness, at) => toHex({ ...base, lightness, chroma: base.chroma * (0.2 + at * 0.16) }))
  return [...tints, colours.fill, colours.fillHover, colours.heroFrom, colours.heroTo]
}

/**
 * The brand's variables as CSS text for the page's style element. Only computed hex colours go in: an accent that is no
 * hex colour falls back to neutral blue, so a stored value can never inject CSS.
 */
export function accentCss(accent: string): string {
  const light = accentColours(accent, 'light')
  const dark = accentColours(accent, 'dark')
  return `:root{${variables(accent, light)}}:root[data-mantine-color-scheme=dark]{${variables(accent, dark)}}`
}

function variables(accent: string, colours: AccentColours): string {
  const scale = scaleOf(accent, colours).map((hex, at) => `--brand-${at}:${hex}`)
  return [
    ...scale,
    `--brand-fill:${colours.fill}`,
    `--brand-fill-hover:${colours.fillHover}`,
    `--on-brand:${colours.onFill}`,
    `--brand-text:${colours.text}`,
    `--brand-wash:${colours.wash}`,
    `--brand-line:${colours.line}`,
    `--hero-from:${colours.heroFrom}`,
    `--hero-to:${colours.heroTo}`,
  ].join(';')
}
