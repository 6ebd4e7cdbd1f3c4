import type { Rolldown } from 'vite'

const own = (file: string) => new RegExp(`[/\\\\]portal[/\\\\]${file.replaceAll('/', '[/\\\\]')}$`)
const MAIN = own('main\\.tsx')
export const FIRST = 'react'
const REACT = own('react-first\\.ts')
/** The bundler's own few lines, which every other file needs. */
const RUNTIME = '\0rolldown/runtime.js'
/** What /user needs at once: the area and its first screen. */
const HOME = own('(app/user-area\\.tsx|app/user-screens\\.ts|screens/overview/overview-screen\\.tsx)')
/** Small screens without the component library: they must not fetch the user area for the sake of an icon. */
const SMALL = own('screens/(register|recover|agent-pay|online|monitor-login|inner)/[a-z-]+-screen\\.tsx')
const PAYING = own('features/paying/[a-z-]+\\.tsx?')
const AGENT_PAY = own('screens/agent-pay/agent-pay-screen\\.tsx')
/** Its style stands in the HTML of /user, so it is a file of its own. */
const FRAME = own('app/user-frame\\.tsx')

/** What every page has by then: no other file needs to ask for it. */
const ON_EVERY_PAGE = /\/(?:main|react|rolldown-runtime)-[^/]+\.js$/
export const neededBeside = (files: readonly string[]) => files.filter((file) => !ON_EVERY_PAGE.test(file))

/**
 * Few files, each of them whole. Left alone, the bundler cuts out whatever two screens share: /user came in forty pieces
 * of mostly under a kilobyte, and the browser fetches six at a time. A module goes to the first group that wants it or
 * something that imports it.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: FIRST, test: (id) => REACT.test(id) || id === RUNTIME },
  { name: 'main', test: MAIN },
  { name: 'frame', test: FRAME },
  {
    debugName: 'shared',
    name: (id, graph) => {
      const isUsedBy = (user: RegExp) => isImportedBy(id, user, graph)
      return !id.includes('node_modules') && isUsedBy(SMALL) && isUsedBy(HOME) ? 'shared' : null
    },
  },
  { name: 'home', test: HOME },
  {
    debugName: 'paying',
    // The steps that a stranger sees too; the sheet around them is the user area's.
    name: (id, graph) => (PAYING.test(id) && isImportedBy(id, AGENT_PAY, graph) ? 'paying' : null),
  },
]

/** At once, through whatever lies between them; not by a lazy import. */
function isImportedBy(id: string, user: RegExp, graph: Rolldown.ChunkingContext): boolean {
  const seen = new Set<string>()
  const climb = (from: string): boolean => {
    if (user.test(from)) return true
    if (seen.has(from)) return false
    seen.add(from)
    return graph.getModuleInfo(from)?.importers.some(climb) ?? false
  }
  return climb(id)
}
