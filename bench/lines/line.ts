import type { World } from '../world.ts'

export type Sample = { ours: number; against: number | null }

/** One line of the table. */
export type Line = {
  name: string
  unit: string
  against: string
  /** Whether a larger number is better. */
  more: boolean
  /**
   * The aim: a ratio of our number to the peer's, or a value of ours alone. Without either, the line is only reported.
   */
  reach: { ratio?: number; value?: number }
  /** Why the aim is not reached, where it is not. */
  why: string
  /** Measures both sides, one right after the other. */
  measure(world: World): Promise<Sample>
}
