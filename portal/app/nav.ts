import { matchPath } from 'react-router'

import type { IconName } from '../../ui/components/icon.tsx'
import { type UserChild, userPath } from '../paths.ts'
import { useHasScreen } from '../state/available-screens.ts'
import { useSellsOnline, useHasMail } from '../state/reseller-facts.ts'
import type { PlainKey } from '../words/words.ts'

type Word = PlainKey<'user'>
export type NavEntry = { path: string; word: Word; icon: IconName }
export type NavGroup = { word: Word; entries: readonly NavEntry[] }

const entry = (child: Exclude<UserChild, ''>, icon: IconName): NavEntry => ({
  path: userPath(child),
  word: child,
  icon,
})

/** Every page with its name, for the side bar, the sheet behind 我的 and 更多, and the top bar. */
export const navGroups: readonly NavGroup[] = [
  {
    word: 'groupLines',
    entries: [entry('line_install', 'install'), entry('line_list', 'lines'), entry('speedMode', 'speed')],
  },
  {
    word: 'groupBilling',
    entries: [
      entry('tcBuy', 'package'),
      entry('userPay', 'wallet'),
      entry('balance', 'receipt'),
      entry('user_payment', 'clock'),
      entry('kmList', 'card'),
    ],
  },
  {
    word: 'groupRecords',
    entries: [entry('traffic_rank', 'chart'), entry('usage_record', 'doc'), entry('message', 'megaphone')],
  },
  { word: 'groupInvite', entries: [entry('invite', 'gift'), entry('open_agency', 'agency')] },
  {
    word: 'groupAccount',
    entries: [entry('emailBind', 'mail'), entry('change_pass', 'shield'), entry('freeze_acc', 'snow')],
  },
  {
    word: 'groupHelp',
    entries: [entry('customer_service', 'headset'), entry('use_tutorial', 'book'), entry('agreement', 'doc')],
  },
]

/** Entries of the bottom bar; the fourth opens the sheet. */
export const bottomEntries = [
  { place: 'home', path: userPath(''), word: 'home', icon: 'home' },
  { place: 'lines', path: userPath('line_list'), word: 'lines', icon: 'lines' },
  { place: 'packages', path: userPath('tcBuy'), word: 'packages', icon: 'package' },
] as const satisfies readonly (NavEntry & { place: string })[]
export type Place = (typeof bottomEntries)[number]['place'] | 'mine'

/** Only resellers on the whitelist offer these. Hide them from other users, who would only be refused. */
const ONLINE_ONLY: readonly string[] = [userPath('userPay'), userPath('open_agency')]
const MAIL_ONLY: readonly string[] = [userPath('emailBind')]
/** Notices are reached only through the bell; its sheet links to their page. */
const BY_THE_BELL: readonly string[] = [userPath('message')]

export function useNavGroups(): NavGroup[] {
  const hasScreen = useHasScreen()
  const offered = { sellsOnline: useSellsOnline(), hasMail: useHasMail() }
  const isShown = ({ path }: NavEntry) => hasScreen(path) && isOffered(path, offered) && !BY_THE_BELL.includes(path)
  return navGroups
    .map((group) => ({ ...group, entries: group.entries.filter(isShown) }))
    .filter((group) => group.entries.length > 0)
}

/**
 * An entry stays until we know that it is not offered: one that appears late would move the others under the finger.
 */
export function isOffered(path: string, offered: { sellsOnline: boolean | null; hasMail: boolean }): boolean {
  if (ONLINE_ONLY.includes(path)) return offered.sellsOnline !== false
  return offered.hasMail || !MAIL_ONLY.includes(path)
}

/** Matches like the routes: any case, with or without a trailing slash. */
export function titleOf(pathname: string): Word {
  return find(pathname)?.entry.word ?? 'home'
}

/** The bottom bar's place that a page belongs to; `isPlace`: the page is that place itself. */
export function placeOf(pathname: string): { place: Place; isPlace: boolean } {
  const own = bottomEntries.find(({ path }) => matchPath(path, pathname))
  if (own) return { place: own.place, isPlace: true }
  return { place: find(pathname)?.group.word === 'groupLines' ? 'lines' : 'mine', isPlace: false }
}

function find(pathname: string) {
  return navGroups
    .flatMap((group) => group.entries.map((entry) => ({ group, entry })))
    .find(({ entry }) => matchPath(entry.path, pathname))
}
