import type { Language } from '../../contract/languages.ts'
import { type Chunk, chunksOf, type Manifest } from './build-manifest.ts'
import {
  type PrerenderedPage,
  prerenderedPages,
  SHELL_NAME,
  USER_FRAME,
  USER_NAME,
  userPageName,
  wordsOfPage,
} from './pages.ts'
import type { ScreenLine } from './screen-table.ts'

/** What prerender/render.tsx exports, once built: Node cannot read JSX by itself. */
export type Renderer = {
  renderPage(page: PrerenderedPage, language: Language): Promise<string>
  renderUserFrame(language: Language): Promise<string>
  renderUserHome(language: Language): Promise<string>
  renderShell(language: Language): Promise<string>
}

/** One page to write, in every language. */
export type Page = {
  name: string
  /** On the root: which address it is the page of and what it says, or that it shows the frame. */
  mark: string
  isBranded: boolean
  render(language: Language): Promise<string>
  /** Its HTML carries the style of these. */
  shown: readonly Chunk[]
  /** Its HTML asks for their code at once, and for the style that it does not carry. */
  needed: readonly Chunk[]
  words: readonly string[]
  /** To be fetched once the page stands and has nothing else to do. */
  next: readonly Chunk[]
  nextWords: readonly string[]
  /** Whether its HTML asks for the user's information, before any code is there. */
  asksInfo: boolean
  /** Whether its HTML shows something of that as well. */
  hasGlance: boolean
}

/** The files of the user area and its first screen (chunk-groups.ts), and what both say. */
const HOME = 'home'
const SHARED = 'shared'
const HOME_WORDS: readonly string[] = ['account', 'lines', 'user']
const MONITOR = 'app/monitor-area.tsx'

export function listPages(manifest: Manifest, renderer: Renderer, userScreens: readonly ScreenLine[]): Page[] {
  const home = chunksOf(manifest, HOME)
  const base = { mark: '', isBranded: true, next: [], nextWords: [], asksInfo: false, hasGlance: false }
  const frame = { mark: ' data-frame=""', render: renderer.renderUserFrame }
  const frameChunks = chunksOf(manifest, USER_FRAME)
  // Small, and one request less.
  const framed = [...frameChunks, ...chunksOf(manifest, SHARED)]
  const words = wordsOfPage('/')
  return [
    ...prerenderedPages.map((page): Page => {
      const own = page.screen ? chunksOf(manifest, page.screen) : []
      const toMonitor = page.path === '/loginMonitor'
      return {
        ...base,
        name: page.name,
        mark: ` data-page="${page.path}" data-words="${page.words.join(' ')}"`,
        render: (language) => renderer.renderPage(page, language),
        shown: own,
        needed: own,
        words: page.words,
        next: (toMonitor ? chunksOf(manifest, MONITOR) : home).filter((chunk) => !own.includes(chunk)),
        nextWords: (toMonitor ? ['monitor'] : HOME_WORDS).filter((part) => !page.words.some((had) => had === part)),
      }
    }),
    { ...base, name: SHELL_NAME, isBranded: false, render: renderer.renderShell, shown: [], needed: [], words },
    { ...base, ...frame, name: USER_NAME, shown: frameChunks, needed: [], words },
    ...userScreens.map((screen): Page => {
      // The first screen has no file of its own.
      const own = manifest[screen.source] ? chunksOf(manifest, screen.source) : []
      return {
        ...base,
        ...frame,
        ...(screen.name === '' ? { hasGlance: true, render: renderer.renderUserHome } : {}),
        name: userPageName(screen.name),
        shown: framed,
        needed: [...new Set([...home, ...own])],
        words: [...new Set([...words, ...HOME_WORDS, ...screen.words])],
        asksInfo: true,
      }
    }),
  ]
}
