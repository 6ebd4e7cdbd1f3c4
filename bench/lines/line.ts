import type { World } from '../world.ts'

export type Sample = { ours: number; against: number | null }

/** One line of the table. */
export type Line = {
  name: string
  unit: string
  against: string
  /** Whether a larger number is the better one. */
  more: boolean
  /** Of ours to the other; or of ours alone. Without either it is only told. */
  reach: { ratio?: number; value?: number }
  /** What stands in the way where it is not reached. */
  why: string
  /** Both sides, one right after the other. */
  measure(world: World): Promise<Sample>
}
