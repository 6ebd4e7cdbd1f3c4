import process from 'node:process'
import sharp from 'sharp'

import { reEncode } from '../../server/platform/pictures/re-encode.ts'

const MB = 1024 * 1024
const UPLOADS = 200
const ROUND = 20
/** Beyond the first rounds, in which the allocator takes what it will keep. */
const GROWTH_MAX_BYTES = 40 * MB

/** The resident memory after each round of uploads, two at a time. */
export async function measureMemory(uploads: number, round: number): Promise<number[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 60 })
    .toBuffer()
  const figures: number[] = []
  for (let done = 0; done < uploads; done += round) {
    await Promise.all(Array.from({ length: round }, () => reEncode(photo)))
    figures.push(process.memoryUsage.rss())
  }
  return figures
}

/** How much the last round takes more than the highest of the first third. */
export function growthOf(figures: readonly number[]): number {
  const first = figures.slice(0, Math.ceil(figures.length / 3))
  return figures.at(-1)! - Math.max(...first)
}

/** 200 photos of 12 million pixels leave the memory flat. */
export async function prove(): Promise<boolean> {
  const figures = await measureMemory(UPLOADS, ROUND)
  console.log(`Resident memory after each ${ROUND} of ${UPLOADS} photos of 12 million pixels, in MB:`)
  console.log(figures.map((bytes) => Math.round(bytes / MB)).join(' '))
  return growthOf(figures) < GROWTH_MAX_BYTES
}
