import { formatBytes, plainBytes, roundBytes } from '../../../../contract/bytes.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'

export type DayBytes = { day: string; upBytes: number; downBytes: number; chargedBytes: number }

const WIDTH = 720
const HEIGHT = 240
const LEFT = 4
const TOP = 36
const BOTTOM = 36

/**
 * Draws days as bars in an SVG: downloads below, uploads on top. Sets colours by attribute, because the page's policy
 * forbids styles on elements.
 */
export function plotSvg(days: readonly DayBytes[], label: string): string {
  const most = Math.max(...days.map(bytesOf), 1)
  const step = (WIDTH - LEFT * 2) / days.length
  const bars = days.map((day, index) => bar(day, { x: LEFT + index * step, width: step * 0.72, most })).join('')
  const base = HEIGHT - BOTTOM
  const tick = roundBytes.findLast((round) => round <= most) ?? most
  const tickY = (base - (tick / most) * (base - TOP)).toFixed(1)
  const names = [0, Math.floor((days.length - 1) / 2), days.length - 1].map((index, at) => {
    const anchor = ['start', 'middle', 'end'][at]
    const x = [LEFT, LEFT + (index + 0.36) * step, WIDTH - LEFT][at]!
    return `<text x="${x.toFixed(1)}" y="${HEIGHT - 8}" text-anchor="${anchor}">${days[index]!.day.slice(5)}</text>`
  })
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(label)}" fill="currentColor">
<line x1="${LEFT}" y1="${tickY}" x2="${WIDTH - LEFT}" y2="${tickY}" stroke="currentColor" stroke-opacity="0.25" stroke-dasharray="3 4"/>
<text x="${LEFT}" y="${Number(tickY) - 7}">${escapeHtml(plainBytes(tick))}</text>${bars}
<line x1="${LEFT}" y1="${base}" x2="${WIDTH - LEFT}" y2="${base}" stroke="currentColor" stroke-opacity="0.4"/>${names.join('')}</svg>`
}

export function bytesOf({ upBytes, downBytes }: DayBytes): number {
  return upBytes + downBytes
}

function bar(day: DayBytes, { x, width, most }: { x: number; width: number; most: number }): string {
  const room = HEIGHT - TOP - BOTTOM
  // Give a day with little traffic at least one pixel.
  const tall = (bytes: number) => (bytes > 0 ? Math.max(1, (bytes / most) * room) : 0)
  const down = tall(day.downBytes)
  const up = tall(day.upBytes)
  const base = HEIGHT - BOTTOM
  const rect = (y: number, height: number, opacity: number) =>
    height > 0
      ? `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" rx="1.5" fill="var(--brand-fill)" fill-opacity="${opacity}"/>`
      : ''
  const title = `<title>${day.day} ${escapeHtml(formatBytes(bytesOf(day)))}</title>`
  return `<g>${title}${rect(base - down, down, 1)}${rect(base - down - up, up, 0.55)}</g>`
}
