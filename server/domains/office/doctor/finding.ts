import type { Config } from '../../../config.ts'
import type { Db } from '../../../platform/db.ts'

export type CheckCtx = { db: Db; config: Config; now: Date }

/** One line of the doctor. A note is worth knowing; a problem needs somebody. */
export type Finding = { area: string; state: 'ok' | 'note' | 'problem'; says: string; todo: string | null }

export const ok = (area: string, says: string): Finding => ({ area, state: 'ok', says, todo: null })
export const note = (area: string, says: string, todo: string): Finding => ({ area, state: 'note', says, todo })
export const problem = (area: string, says: string, todo: string): Finding => ({ area, state: 'problem', says, todo })

/** What cannot be looked at is a problem of its own and hides no other. */
export async function look(area: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check()
  } catch (error) {
    return [
      problem(area, (error as Error).message.split('\n')[0]!, 'It could not be looked at: mend what stands above'),
    ]
  }
}

export function findingLines(findings: readonly Finding[]): string[] {
  const width = Math.max(...findings.map(({ area }) => area.length))
  return findings.flatMap(({ area, state, says, todo }) => {
    const line = `${state.padEnd(7)}  ${area.padEnd(width)}  ${says}`
    return todo === null ? [line] : [line, `${' '.repeat(width + 11)}→ ${todo}`]
  })
}
