import type { Line, Sample } from './lines/line.ts'
import { figureOf, type Figure } from './run/figures.ts'

export type Result = { line: Line; samples: readonly Sample[] }

/** One line of the table in docs/performance.md, which is also printed. */
export function rowOf({ line, samples }: Result): string {
  if (samples.length === 0)
    return `| ${line.name} | – | ${line.against} | – | ${wish(line)} | refused under this load |`
  const ours = figureOf(samples.map((sample) => sample.ours))
  const others = samples.flatMap(({ against }) => (against === null ? [] : [against]))
  const against = others.length > 0 ? figureOf(others) : null
  const ratio = against && figureOf(samples.map((sample) => sample.ours / sample.against!)).median
  const cells = [
    line.name,
    show(ours, line.unit),
    against ? `${line.against}: ${show(against, line.unit)}` : '–',
    ratio === null ? '–' : ratio.toFixed(2),
    wish(line),
    verdict(line, ours.median, ratio),
  ]
  return `| ${cells.join(' | ')} |`
}

export const HEAD = ['| what | ours | against | ratio | to reach | |', '| --- | --- | --- | --- | --- | --- |']

function show({ median, least, most }: Figure, unit: string): string {
  const digits = (value: number) =>
    value < 10 && unit !== '' ? value.toFixed(1) : Math.round(value).toLocaleString('en')
  const spread = least === most ? '' : ` (${digits(least)}–${digits(most)})`
  return `${digits(median)}${unit.startsWith('/') || unit === '' ? unit : ` ${unit}`}${spread}`
}

function wish({ reach, unit, more }: Line): string {
  const sign = more ? '≥' : '≤'
  const parts = [
    ...(reach.ratio === undefined ? [] : [`ratio ${sign} ${reach.ratio}`]),
    ...(reach.value === undefined ? [] : [`${sign} ${reach.value.toLocaleString('en')} ${unit}`.trim()]),
  ]
  return parts.join(', ')
}

function missesBy({ reach, more }: Line, ours: number, ratio: number | null): number {
  const shares = [
    ...(reach.ratio === undefined || ratio === null ? [] : [ratio / reach.ratio]),
    ...(reach.value === undefined ? [] : [ours / reach.value]),
  ]
  // As a share of the aim: 0.1 is a tenth short of it, or a tenth too much.
  return Math.max(0, ...shares.map((share) => (more ? 1 - share : share - 1)))
}

function verdict(line: Line, ours: number, ratio: number | null): string {
  if (wish(line) === '') return ''
  const missing = missesBy(line, ours, ratio)
  if (missing === 0) return 'met'
  return `${Math.ceil(missing * 100)} % ${line.more ? 'short' : 'too much'}. ${line.why}`.trim()
}
