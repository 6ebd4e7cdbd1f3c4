import { nearest } from '../platform/text/nearest.ts'
import { settings } from './settings.ts'

/** A variable that nobody reads, and the setting that was probably meant. */
export type Misspelt = { name: string; meant: string }

/** These are read too, but are no settings of the server. */
const OTHERS = ['OPERATOR', 'SUDO_USER', 'SOURCE_PASSWORD', 'CALLED_AS', 'INIT_CWD']
const NAMES: readonly string[] = Object.values(settings).flatMap(Object.keys)
/** A shell has many short names (`NODE`, `HOME`), which are one letter away from ours. */
const SHORTEST = 6

/** What stands in the environment is mostly not ours: only names that differ from ours by a slip of the fingers. */
export function findMisspelt(env: Readonly<Record<string, unknown>>): Misspelt[] {
  const given = Object.keys(env).filter((name) => name.length >= SHORTEST && ![...NAMES, ...OTHERS].includes(name))
  return given.flatMap((name) => {
    const meant = nearest(name, NAMES, ({ length }) => (length < 8 ? 1 : 2))
    return meant === null ? [] : [{ name, meant }]
  })
}
