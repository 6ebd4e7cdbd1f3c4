import { readQueryParam } from './page.ts'
import { readStored, removeStored, writeStored } from './storage.ts'

export type Flag = 'iframe' | 'pc'

/** Stores the flags from the address; `iframe=0` or `pc=false` switches one off. */
export function startFlags(search: string = location.search): void {
  for (const flag of ['iframe', 'pc'] as const) {
    const raw = readQueryParam(flag, search)
    if (raw === null) continue
    if (isOff(raw)) removeStored(flag)
    else writeStored(flag, '1')
  }
}

export function hasFlag(flag: Flag): boolean {
  const stored = readStored(flag)
  return stored !== null && !isOff(stored)
}

function isOff(raw: string): boolean {
  return raw === '0' || raw.toLowerCase() === 'false'
}
