import { randomInt } from 'node:crypto'

import { glyphs, type Point, type Stroke } from './glyphs.ts'
import { encodeGreyPng } from './grey-png.ts'

/** In pixels; the page shows it at half the size, so that it is sharp on a phone. */
const WIDTH = 360
const HEIGHT = 128
const PAPER = 244
/** Letters are thick and dark, the lines that disturb a script thin and pale: a person never takes one for the other. */
const LETTER = { radius: 4.6, level: 34 }
const NOISE = { radius: 1.4, level: 176 }

type Pen = { radius: number; level: number }

/**
 * Draws the code as a PNG data URI. A picture of pixels, because the paths of an SVG can be told apart by their lengths
 * without looking at them. It slows a script down; it does not stop one.
 */
export function drawCode(answer: string): string {
  return `data:image/png;base64,${encodeGreyPng(WIDTH, HEIGHT, drawPixels(answer)).toString('base64')}`
}

/** One byte of grey per pixel. */
export function drawPixels(answer: string): Uint8Array {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(PAPER)
  const cell = (WIDTH - 32) / Math.max(1, answer.length)
  const wave = { height: between(2, 5), length: between(52, 88), phase: between(0, 6) }
  const lines = Array.from({ length: randomInt(4, 7) }, drawNoise)
  for (const line of lines) drawStroke(pixels, line.map(bend(wave)), NOISE)
  const letters = [...answer].flatMap((character, index) => placeGlyph(character, 16 + index * cell, cell))
  for (const stroke of letters) drawStroke(pixels, stroke.map(bend(wave)), LETTER)
  return pixels
}

/** The letter's strokes in the picture: randomly scaled, slanted, turned and moved, but never out of its place. */
function placeGlyph(character: string, left: number, cell: number): Stroke[] {
  const scale = { x: (cell / 10) * between(0.58, 0.68), y: between(5, 5.8) }
  const turn = between(-0.16, 0.16)
  const lean = between(-0.16, 0.16)
  const centre = { x: left + cell / 2 + between(-3, 3), y: HEIGHT / 2 + between(-9, 9) }
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

/** A line across the whole picture. */
function drawNoise(): Stroke {
  const steps = randomInt(4, 8)
  const height = between(12, HEIGHT - 12)
  return Array.from({ length: steps + 1 }, (_, step) => [(step * WIDTH) / steps, height + between(-34, 34)] as const)
}

function bend(wave: { height: number; length: number; phase: number }): (point: Point) => Point {
  return ([x, y]) => [
    x + Math.sin(y / wave.length + wave.phase) * wave.height,
    y + Math.sin(x / wave.length + wave.phase) * wave.height,
  ]
}

function drawStroke(pixels: Uint8Array, stroke: Stroke, pen: Pen): void {
  for (const [index, from] of stroke.entries()) {
    const to = stroke[index + 1]
    if (to) drawSegment(pixels, from, to, pen)
  }
}

/** Round ends and smooth edges: a pixel is as dark as it is near the line. */
function drawSegment(pixels: Uint8Array, from: Point, to: Point, { radius, level }: Pen): void {
  const [left, right] = range(from[0], to[0], radius, WIDTH)
  const [top, bottom] = range(from[1], to[1], radius, HEIGHT)
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const cover = Math.min(1, Math.max(0, radius + 0.5 - distance([x, y], from, to)))
      const at = y * WIDTH + x
      pixels[at] = Math.min(pixels[at]!, Math.round(PAPER + (level - PAPER) * cover))
    }
  }
}

function range(a: number, b: number, radius: number, size: number): [number, number] {
  return [
    Math.max(0, Math.floor(Math.min(a, b) - radius - 1)),
    Math.min(size - 1, Math.ceil(Math.max(a, b) + radius + 1)),
  ]
}

/** From a point to the nearest point of a line between two others. */
function distance([x, y]: Point, [x0, y0]: Point, [x1, y1]: Point): number {
  const [dx, dy] = [x1 - x0, y1 - y0]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / length))
  return Math.hypot(x - x0 - share * dx, y - y0 - share * dy)
}

function between(low: number, high: number): number {
  return low + ((high - low) * randomInt(10_000)) / 10_000
}
