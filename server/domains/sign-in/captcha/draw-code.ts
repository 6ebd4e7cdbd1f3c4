import { randomInt } from 'node:crypto'

import { glyphs, type Point, type Stroke } from './glyphs.ts'

const WIDTH = 180
const HEIGHT = 64
const INKS = ['#1f3a5f', '#3b2f63', '#5a2d3c', '#234d3c', '#4a3b1f']

/**
 * Draws the code as an SVG data URI. Libraries that draw one path per letter can be broken with a table of path
 * lengths. Here every stroke is bent and cut at random places into pieces of random detail, and the pieces of all
 * letters and of the noise are shuffled together. It slows a script down; it does not stop one.
 */
export function drawCode(answer: string): string {
  const cell = (WIDTH - 24) / answer.length
  const letters = [...answer].flatMap((character, index) => placeGlyph(character, 12 + index * cell, cell))
  const noise = Array.from({ length: randomInt(2, 4) }, drawNoise)
  const ink = INKS[randomInt(INKS.length)]!
  const wave = { height: between(2, 4), length: between(26, 44), phase: between(0, 6) }
  const paths = shuffle([...letters, ...noise].flatMap(cut)).map((piece) => toPath(piece.map(bend(wave)), ink))
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" rx="8" fill="#f4f6f8"/>` +
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</g></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

/** The letter's strokes in the picture: randomly scaled, slanted, turned and moved. */
function placeGlyph(character: string, left: number, cell: number): Stroke[] {
  const scale = { x: (cell / 10) * between(0.6, 0.78), y: between(2.5, 3) }
  const turn = between(-0.28, 0.28)
  const lean = between(-0.25, 0.25)
  const centre = { x: left + cell / 2 + between(-3, 3), y: HEIGHT / 2 + between(-6, 6) }
  return (glyphs[character] ?? []).map((stroke) =>
    stroke.map(([gridX, gridY]) => {
      const y = (gridY - 7) * scale.y
      const x = (gridX - 5) * scale.x + y * lean
      return [
        centre.x + x * Math.cos(turn) - y * Math.sin(turn),
        centre.y + x * Math.sin(turn) + y * Math.cos(turn),
      ] as const
    }),
  )
}

/** A line across the picture, much like a stroke: a person sees that it runs on, a table of shapes does not. */
function drawNoise(): Stroke {
  const steps = randomInt(4, 7)
  const stride = between(0.5, 1) * (WIDTH / steps)
  const [left, height] = [between(0, WIDTH / 3), between(8, HEIGHT - 8)]
  return Array.from({ length: steps }, (_, step) => [left + step * stride, height + between(-7, 7)] as const)
}

/** Cuts into one to three pieces, each with extra points at random places. */
function cut(stroke: Stroke): Stroke[] {
  const detailed = stroke.flatMap((point, index) => [point, ...pointsBetween(point, stroke[index + 1])])
  const pieces: Stroke[] = []
  let from = 0
  while (from < detailed.length - 1) {
    const to = Math.min(detailed.length - 1, from + randomInt(3, 12))
    pieces.push(detailed.slice(from, to + 1))
    from = to
  }
  return pieces
}

function pointsBetween([x, y]: Point, next: Point | undefined): Point[] {
  if (!next) return []
  const places = Array.from({ length: randomInt(1, 5) }, () => between(0.05, 0.95)).sort((a, b) => a - b)
  return places.map(
    (share) =>
      [x + (next[0] - x) * share + between(-0.7, 0.7), y + (next[1] - y) * share + between(-0.7, 0.7)] as const,
  )
}

function bend(wave: { height: number; length: number; phase: number }): (point: Point) => Point {
  return ([x, y]) => [
    x + Math.sin(y / wave.length + wave.phase) * wave.height,
    y + Math.sin(x / wave.length + wave.phase) * wave.height,
  ]
}

function toPath(piece: Stroke, ink: string): string {
  const points = piece.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')
  return `<path d="M${points}" stroke="${ink}" stroke-width="${between(2.1, 2.8).toFixed(1)}"/>`
}

function shuffle<T>(list: T[]): T[] {
  for (let index = list.length - 1; index > 0; index -= 1) {
    const other = randomInt(index + 1)
    const kept = list[index]!
    list[index] = list[other]!
    list[other] = kept
  }
  return list
}

function between(low: number, high: number): number {
  return low + ((high - low) * randomInt(10_000)) / 10_000
}
