import type { NavGroup, Screen } from '../screen-types.ts'
import { isUnder } from '../use-screens.ts'

type Groups = readonly { group: NavGroup; entries: readonly Pick<Screen, 'path'>[] }[]

/** What the member opened or folded, on which page: going elsewhere ends it. `null`: the open one was folded. */
export type Pressed = { group: NavGroup | null; at: string }

/**
 * The first group stays open, and one of the others: the one pressed, else the one of this page, else the second. So
 * the rail fits a screen of 900 pixels.
 */
export function openGroups(groups: Groups, pathname: string, pressed: Pressed | null): NavGroup[] {
  const [first, ...others] = groups.filter(({ entries }) => entries.length > 1).map(({ group }) => group)
  const here = groups.find(({ entries }) => entries.some(({ path }) => isUnder(path, pathname)))?.group
  const byPage = others.find((group) => group === here) ?? others[0]
  const open = pressed?.at === pathname ? pressed.group : byPage
  return [first, open].filter((group) => group !== undefined && group !== null)
}
