import process from 'node:process'
import sharp from 'sharp'

import { reEncode } from '../../server/platform/pictures/re-encode.ts'

const MB = 1024 * 1024
const UPLOADS = 200
const ROUND = 20

/** What a process takes: all of it, and the part that JavaScript holds. */
type Memory = { residentBytes: number; heldBytes: number }

/**
 * The memory after each round of uploads, two at a time. Held is what objects and buffers take: every byte that is kept by
 * mistake is in it or in the resident memory, which also has what the allocator keeps for the next picture.
 */
export async function measureMemory(uploads: number, round: number, [width, height] = [4000, 3000]): Promise<Memory[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const photo = await sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 60 })
    .toBuffer()
  const figures: Memory[] = []
  for (let done = 0; done < uploads; done += round) {
    await Promise.all(Array.from({ length: round }, () => reEncode(photo)))
    const { rss, heapUsed, external } = process.memoryUsage()
    figures.push({ residentBytes: rss, heldBytes: heapUsed + external })
  }
  return figures
}

/**
 * Whether the figures level off: what the second half added. The middle of each half counts, since one round may have
 * met the allocator at a bad moment.
 */
export function growthOf(figures: readonly number[]): number {
  const half = Math.floor(figures.length / 2)
  return middleOf(figures.slice(-half)) - middleOf(figures.slice(0, half))
}

function middleOf(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!
}

/**
 * A hundred uploads lie between the middles of the halves. If each left only its 1.7 MB file behind they would add 170 MB,
 * if each left its pixels, 3.6 GB; a tenth of one file each is what a flat line may waver. In a thousand uploads the
 * resident memory rose by 20 MB in the first two hundred and by 6 MB in the next eight hundred, and the held memory by
 * nothing: it is the allocator that settles, not a leak.
 */
const LEAK_MAX_BYTES = ((UPLOADS / 2) * 1.7 * MB) / 10

/** 200 photos of 12 million pixels leave the memory flat. */
export async function prove(): Promise<boolean> {
  const figures = await measureMemory(UPLOADS, ROUND)
  console.log(`Memory after each ${ROUND} of ${UPLOADS} photos of 12 million pixels, in MB:`)
  const growths = (['residentBytes', 'heldBytes'] as const).map((key) => {
    const line = figures.map((memory) => memory[key])
    const growth = growthOf(line)
    console.log(
      `${key === 'heldBytes' ? 'held by objects' : 'resident'}: ${line.map(inMb).join(' ')}; grew ${inMb(growth)}`,
    )
    return growth
  })
  console.log(`A tenth of each file kept would be ${inMb(LEAK_MAX_BYTES)}.`)
  return growths.every((growth) => growth < LEAK_MAX_BYTES)
}

const inMb = (bytes: number) => (bytes / MB).toFixed(1)
