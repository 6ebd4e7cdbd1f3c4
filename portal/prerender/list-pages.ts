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

/** Exports of prerender/render.tsx after its build: Node cannot read JSX. */
export type Renderer = {
  renderPage(page: PrerenderedPage, language: Language): Promise<string>
  renderUserFrame(language: Language): Promise<string>
  renderUserHome(language: Language): Promise<string>
  renderShell(language: Language): Promise<string>
}

/** One page to write in every language. */
export type Page = {
  name: string
  /** Attributes of the root: the page's address and words, or that it shows the frame. */
  mark: string
  isBranded: boolean
  render(language: Language): Promise<string>
  /** The HTML includes the style of these chunks. */
  shown: readonly Chunk[]
  /** The HTML loads the code of these chunks at once, and style that it does not include. */
  needed: readonly Chunk[]
  words: readonly string[]
  /** To prefetch when the page is ready and idle. */
  next: readonly Chunk[]
  nextWords: readonly string[]
  /** The HTML requests the user's information before any code has loaded. */
  asksInfo: boolean
  /** The HTML also shows some of that information. */
  hasGlance: boolean
}

/** The file of the user area and its first screen (chunk-groups.ts), the shared file, and the words of both. */
const HOME = 'home'
const SHARED = 'shared'
const HOME_WORDS: readonly string[] = ['user']
const MONITOR = 'app/monitor-area.tsx'

export function listPages(manifest: Manifest, renderer: Renderer, userScreens: readonly ScreenLine[]): Page[] {
  const home = chunksOf(manifest, HOME)
  const base = { mark: '', isBranded: true, next: [], nextWords: [], asksInfo: false, hasGlance: false }
  const frame = { mark: ' data-frame=""', render: renderer.renderUserFrame }
  const frameChunks = chunksOf(manifest, USER_FRAME)
  // Small, and saves a request.
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
      // The first screen has no separate file.
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
