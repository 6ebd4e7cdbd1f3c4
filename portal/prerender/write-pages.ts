import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { DEFAULT_RESELLER_KEY } from '../../contract/app-key.ts'
import { brandOf } from '../../contract/brand.ts'
import { type Language, LANGUAGES } from '../../contract/languages.ts'
import { placeholders } from '../../contract/page.ts'
import { wordFolders } from '../../ui/words/translate.ts'
import type { Part } from '../words/words.ts'
import { type PrerenderedPage, prerenderedPages, SHELL_NAME, USER_FRAME, USER_NAME, wordsOfPage } from './pages.ts'

/** What prerender/render.tsx exports, once built: Node cannot read JSX by itself. */
export type Renderer = {
  renderPage(page: PrerenderedPage, language: Language): Promise<string>
  renderUserFrame(language: Language): Promise<string>
  renderShell(language: Language): Promise<string>
}
type Chunk = { file: string; css?: string[]; imports?: string[] }
type Manifest = Record<string, Chunk>
type Page = { name: string; path: string | null; words: readonly Part[]; screen?: string }

/** Writes `pages/<name>.<language>.html` and the hash of the one inline script for the server's policy. */
export async function writePages(webRoot: string, outDir: string, renderer: Renderer): Promise<void> {
  const template = await readFile(path.join(webRoot, 'index.html'), 'utf8')
  const manifest = JSON.parse(await readFile(path.join(outDir, '.vite', 'manifest.json'), 'utf8')) as Manifest
  const entry = chunksOf(manifest, 'main.tsx')
  const folder = path.join(outDir, 'pages')
  await mkdir(folder, { recursive: true })
  const words = wordsOfPage('/')
  const pages: Page[] = [
    ...prerenderedPages,
    { name: SHELL_NAME, path: null, words },
    { name: USER_NAME, path: null, words, screen: USER_FRAME },
  ]
  for (const page of pages) {
    const own = page.screen ? chunksOf(manifest, page.screen).filter((chunk) => !entry.includes(chunk)) : []
    const style = await readStyle([...entry, ...own], outDir)
    const chunks = [...entry.slice(1), ...own]
    for (const language of LANGUAGES) {
      const app = await renderApp(renderer, page, language)
      const html = fillTemplate(template, { manifest, chunks, style, language, page, app })
      await writeFile(path.join(folder, `${page.name}.${language}.html`), html)
    }
  }
  await writeFile(path.join(folder, 'csp.json'), JSON.stringify({ scriptHashes: inlineScriptHashes(template) }))
}

async function renderApp(renderer: Renderer, page: Page, language: Language): Promise<string> {
  const known = prerenderedPages.find(({ name }) => name === page.name)
  if (page.name === USER_NAME) return withBrandPlaceholders(await renderer.renderUserFrame(language))
  if (!known) return renderer.renderShell(language)
  return withBrandPlaceholders(await renderer.renderPage(known, language))
}

/** A page renders with brand 0, since no server has filled it in; its title and icon give way to the placeholders. */
function withBrandPlaceholders(html: string): string {
  const { title, icon } = brandOf(DEFAULT_RESELLER_KEY)
  if (!html.includes(title) || !html.includes(icon)) throw new Error('a prerendered page shows neither title nor icon')
  // React asks for the image early; a brand's icon may be a long data URI, which needs no request and no third copy.
  const lean = html.replace(/^<link rel="preload" as="image"[^>]*>/, '')
  return lean.replaceAll(title, placeholders.brandTitle).replaceAll(icon, placeholders.brandIcon)
}

/** A chunk and everything it imports at once. */
function chunksOf(manifest: Manifest, source: string): Chunk[] {
  const found = new Map<string, Chunk>()
  const add = (key: string) => {
    if (found.has(key)) return
    const chunk = manifest[key]
    if (!chunk) throw new Error(`the build has no ${key}`)
    found.set(key, chunk)
    for (const next of chunk.imports ?? []) add(next)
  }
  add(source)
  return [...found.values()]
}

type Filling = {
  manifest: Manifest
  /** Those the page needs beyond the entry itself. */
  chunks: Chunk[]
  style: string
  language: Language
  page: Page
  app: string
}

function fillTemplate(template: string, { manifest, chunks, style, language, page, app }: Filling): string {
  const file = (source: string) => {
    const chunk = manifest[source]
    if (!chunk) throw new Error(`the build has no ${source}`)
    return `/${chunk.file}`
  }
  const words = page.words.map((part) => file(`words/${wordFolders[language]}/${part}.ts`))
  const links = [
    ...[...words, ...chunks.map((chunk) => `/${chunk.file}`)].map(
      (href) => `<link rel="modulepreload" href="${href}" />`,
    ),
    // Disabled, so it is not fetched: it keeps the module loader from fetching what stands in the style element already.
    ...chunks.flatMap(({ css = [] }) => css).map((css) => `<link rel="stylesheet" href="/${css}" disabled />`),
  ]
  const mark = page.name === USER_NAME ? ' data-frame=""' : page.path === null ? '' : ` data-page="${page.path}"`
  const root = `<div id="root"${mark}>`
  return replaceAll(template, {
    '<html lang="zh-CN"': `<html lang="${language}"`,
    '<!--head-->': `<style nonce="${placeholders.nonce}">${style}</style>\n    ${links.join('\n    ')}`,
    '/main.tsx': file('main.tsx'),
    '<div id="root"><!--app-->': root + app,
  })
}

function replaceAll(template: string, changes: Record<string, string>): string {
  let text = template
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`portal/index.html has lost ${from}`)
    text = text.replace(from, () => to)
  }
  return text
}

async function readStyle(chunks: readonly Chunk[], outDir: string): Promise<string> {
  const files = chunks.flatMap(({ css = [] }) => css)
  const texts = await Promise.all(files.map((file) => readFile(path.join(outDir, file), 'utf8')))
  return texts.join('').trim()
}

function inlineScriptHashes(template: string): string[] {
  const scripts = [...template.matchAll(/<script>([^]*?)<\/script>/g)].map((match) => match[1]!)
  return scripts.map((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`)
}
