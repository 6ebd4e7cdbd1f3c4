import { spawnSync } from 'node:child_process'

/** What every test waits for is a process. To start one takes this long on two quiet cores. */
const QUIET_STEP_MS = 60
const STEPS = 5
/** What hangs must still end. */
const MOST = 12

/** How many times longer a step takes here and now than on a quiet machine, at least 1. */
export function measureSlowness(): number {
  const startedAt = performance.now()
  for (let step = 0; step < STEPS; step += 1) spawnSync(process.execPath, ['-e', '0'])
  const times = (performance.now() - startedAt) / STEPS / QUIET_STEP_MS
  return Math.round(Math.min(MOST, Math.max(1, times)) * 10) / 10
}

/** The first process of a run measures, and those that it starts have its result. */
export const slowness = Number((process.env['TEST_SLOWNESS'] ??= String(measureSlowness())))

/** How long to wait here for what takes at most so long on a quiet machine. */
export const patient = (ms: number): number => Math.round(ms * slowness)
