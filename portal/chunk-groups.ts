import type { Rolldown } from 'vite'

const own = (file: string) => new RegExp(`[/\\\\]portal[/\\\\]${file.replaceAll('/', '[/\\\\]')}$`)
const MAIN = own('main\\.tsx')
export const FIRST = 'react'
const REACT = own('react-first\\.ts')
/** The bundler's few lines of runtime, which every other file needs. */
const RUNTIME = '\0rolldown/runtime.js'
/** What /user needs first: the area and its first screen. */
const HOME = own('(app/user-area\\.tsx|app/user-screens\\.ts|screens/overview/overview-screen\\.tsx)')
/** Small screens without the component library: they must not load the user area just for an icon. */
const SMALL = own(
  '(screens/(register|recover|agent-pay|online|monitor-login|inner)/[a-z-]+-(screen|sheet)|features/sign-in/gift-note)\\.tsx',
)
const PAYING = own('features/paying/[a-z-]+\\.tsx?')
const AGENT_PAY = own('screens/agent-pay/agent-pay-screen\\.tsx')
/** Its style is in the HTML of /user, so it is a separate file. */
const FRAME = own('app/user-frame\\.tsx')

/** Every page has loaded these already, so no other file needs to request them. */
const ON_EVERY_PAGE = /\/(?:main|react|rolldown-runtime)-[^/]+\.js$/
export const neededBeside = (files: readonly string[]) => files.filter((file) => !ON_EVERY_PAGE.test(file))

/**
 * Makes few, whole files. By default the bundler splits off whatever two screens share: /user came in forty pieces,
 * mostly under a kilobyte, and the browser fetches six at a time. A module goes to the first group that contains it or
 * one of its importers.
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
    // Steps that people without an account see too; the sheet around them belongs to the user area.
    name: (id, graph) => (PAYING.test(id) && isImportedBy(id, AGENT_PAY, graph) ? 'paying' : null),
  },
]

/** Statically, directly or indirectly; not through a lazy import. */
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
