import type { Engine } from './engine.ts'
import type { openGate } from './gate.ts'
import type { openHealth } from './health.ts'
import type { openKeptOut } from './kept-out.ts'
import { log } from './log.ts'
import type { openRoster } from './roster.ts'

type Parts = {
  engine: Engine
  gate: ReturnType<typeof openGate>
  keptOut: ReturnType<typeof openKeptOut>
  roster: ReturnType<typeof openRoster>
  health: ReturnType<typeof openHealth>
  /** The agent is ending, and with it what it shuts out. */
  isOver: boolean
}

/** Shuts out addresses beyond a device limit: by the engine where it can, else by the kernel. */
export async function shutOut({ engine, gate, keptOut, roster, health, isOver }: Parts): Promise<void> {
  const { users, setup } = roster
  try {
    const pairs = keptOut.pairs(users)
    const byEngine = await engine.shut(pairs)
    const shut = byEngine === null && !isOver ? keptOut.shut(users) : []
    const isFiltered = await gate.keep(setup()?.port ?? 0, shut)
    const count = byEngine === null ? shut.length : pairs.length
    if (byEngine || isFiltered) log('info', 'addresses beyond a device limit are shut out', { count })
    health.good('devices')
  } catch (error) {
    // Their connections are still cut at every check.
    health.bad('devices', error)
  }
}
