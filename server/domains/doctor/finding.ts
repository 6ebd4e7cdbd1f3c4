import type { DoctorCode } from '../../../contract/console/doctor-codes.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/db/db.ts'

export type CheckCtx = { db: Db; config: Config; now: Date }

/** One line of the doctor. A note is worth knowing; a problem needs action. */
export type Finding = Told & { area: string; state: 'ok' | 'note' | 'problem'; says: string; todo: string | null }
/** The same finding without text: the console has the texts in three languages. */
type Told = { code: DoctorCode; facts: Record<string, string | number> }

export const told = (code: DoctorCode, facts: Told['facts'] = {}): Told => ({ code, facts })
export const ok = (area: string, says: string, what: Told): Finding => ({
  area,
  state: 'ok',
  says,
  todo: null,
  ...what,
})
export const note = (area: string, says: string, todo: string, what: Told): Finding => {
  return { area, state: 'note', says, todo, ...what }
}
export const problem = (area: string, says: string, todo: string, what: Told): Finding => {
  return { area, state: 'problem', says, todo, ...what }
}

/** A check that fails becomes a problem of its own and hides no other finding. */
export async function look(area: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check()
  } catch (error) {
    return [failed(area, error as Error, 'It could not be looked at: mend what stands above')]
  }
}

const FULL_DISK = '53100'

/** A full disk explains itself: every other advice would lead elsewhere. */
export function failed(area: string, error: Error & { code?: string }, todo: string): Finding {
  const why = error.message.split('\n')[0]!
  const isFull = error.code === FULL_DISK || error.message.includes('No space left on device')
  if (isFull) return problem(area, why, "Make room on the database's disk", told('disk_spent', { why }))
  return problem(area, why, todo, told('look_failed', { why }))
}

export function findingLines(findings: readonly Finding[]): string[] {
  const width = Math.max(...findings.map(({ area }) => area.length))
  return findings.flatMap(({ area, state, says, todo }) => {
    const line = `${state.padEnd(7)}  ${area.padEnd(width)}  ${says}`
    return todo === null ? [line] : [line, `${' '.repeat(width + 11)}→ ${todo}`]
  })
}
