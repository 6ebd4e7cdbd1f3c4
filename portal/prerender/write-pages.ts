import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { DEFAULT_BRAND } from '../../contract/default-brand.ts'
import { type Language, LANGUAGES } from '../../contract/languages.ts'
import { placeholders } from '../../contract/page.ts'
import { wordFolders } from '../../ui/words/translate.ts'
import { buildGlance } from './build-glance.ts'
import { type Chunk, entryChunks, fileOf, type Manifest, readManifest, stylesOf } from './build-manifest.ts'
import { listPages, type Page, type Renderer } from './list-pages.ts'
import { SHELL_NAME } from './pages.ts'
import { readScreenTable } from './screen-table.ts'

/** Where links of other panels arrive. */
const LED: ReadonlySet<string> = new Set([SHELL_NAME, 'login'])

/** Writes `pages/<name>.<language>.html` and the hashes of their inline scripts for the server's policy. */
export async function writePages(webRoot: string, outDir: string, renderer: Renderer): Promise<void> {
  const read = (file: string) => readFile(path.join(webRoot, file), 'utf8')
  const template = await read('index.html')
  const readScript = async (file: string) => (await read(file)).replace(/^ *\/\/.*\n/gm, '').trim()
  const askInfo = await readScript('prerender/early-info.js')
  const lead = await readScript('prerender/old-addresses.js')
  const glance = await buildGlance(webRoot)
  const manifest = await readManifest(outDir)
  const pages = listPages(manifest, renderer, readScreenTable(await read('app/user-screens.ts')))
  const folder = path.join(outDir, 'pages')
  await mkdir(folder, { recursive: true })
  for (const page of pages) {
    const style = await readStyle([...entryChunks(manifest), ...page.shown], outDir)
    for (const language of LANGUAGES) {
      const rendered = await page.render(language)
      const branded = page.isBranded ? withBrandPlaceholders(rendered) : rendered
      const app = page.hasGlance ? `${branded}<script>${glance}</script>` : branded
      const scripts = [...(LED.has(page.name) ? [lead] : []), ...(page.asksInfo ? [askInfo] : [])]
      const parts = { manifest, page, language, style, scripts, app }
      await writeFile(path.join(folder, `${page.name}.${language}.html`), fillTemplate(template, parts))
    }
  }
  const scriptHashes = [...inlineScripts(template), askInfo, glance, lead].map(hashOf)
  await writeFile(path.join(folder, 'csp.json'), JSON.stringify({ scriptHashes }))
}

/** Pages render with brand 0, because no server has filled them in; placeholders replace its title and icon. */
function withBrandPlaceholders(html: string): string {
  const { title, icon } = DEFAULT_BRAND
  if (!html.includes(title) || !html.includes(icon)) throw new Error('a prerendered page shows neither title nor icon')
  // React preloads the image. A brand's icon may be a long data URI, which needs no request and no third copy.
  const lean = html.replace(/^<link rel="preload" as="image"[^>]*>/, '')
  return lean.replaceAll(title, placeholders.brandTitle).replaceAll(icon, placeholders.brandIcon)
}

type Parts = { manifest: Manifest; page: Page; language: Language; style: string; scripts: string[]; app: string }

function fillTemplate(template: string, { manifest, page, language, style, scripts, app }: Parts): string {
  const head = [
    ...scripts.map((script) => `<script>${script}</script>`),
    `<style>${style}</style>`,
    ...linksOf(manifest, page, language),
  ]
  const next = filesOf(manifest, language, page.next, page.nextWords)
  const ahead = next.length > 0 ? ` data-ahead="${next.join(' ')}"` : ''
  return replaceAll(template, {
    '<html lang="zh-CN"': `<html lang="${language}"`,
    '<!--head-->': head.join('\n    '),
    '/main.tsx': fileOf(manifest, 'main.tsx'),
    '<div id="root"><!--app-->': `<div id="root"${page.mark}${ahead}>${app}`,
  })
}

/**
 * Links that the browser fetches before any script asks. HTTP/1.1 allows six requests at a time: if the HTML requests
 * the user's information, that comes before files that only React needs.
 */
function linksOf(manifest: Manifest, page: Page, language: Language): string[] {
  const entry = entryChunks(manifest)
  const carried = stylesOf([...entry, ...page.shown]).map((css) => `/${css}`)
  const linksTo = (files: readonly string[], urgency: string) =>
    files
      .filter((file) => !carried.includes(file))
      .map((file) =>
        file.endsWith('.css')
          ? `<link rel="preload" as="style" crossorigin${urgency} href="${file}" />`
          : `<link rel="modulepreload"${urgency} href="${file}" />`,
      )
  return [
    ...linksTo(filesOf(manifest, language, entry.slice(1), []), ''),
    ...linksTo(filesOf(manifest, language, page.needed, page.words), page.asksInfo ? ' fetchpriority="low"' : ''),
    // Disabled, so it is not fetched: stops the module loader from fetching a style that the HTML already includes.
    ...carried.map((css) => `<link rel="stylesheet" href="${css}" disabled />`),
  ]
}

/** Largest first, because it takes longest. */
function filesOf(manifest: Manifest, language: Language, chunks: readonly Chunk[], words: readonly string[]): string[] {
  return [
    ...chunks.map(({ file }) => `/${file}`),
    ...stylesOf(chunks).map((css) => `/${css}`),
    ...words.map((part) => fileOf(manifest, `words/${wordFolders[language]}/${part}.ts`)),
  ]
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
  const texts = await Promise.all(stylesOf(chunks).map((file) => readFile(path.join(outDir, file), 'utf8')))
  return texts.join('').trim()
}

function inlineScripts(template: string): string[] {
  return [...template.matchAll(/<script>([^]*?)<\/script>/g)].map((match) => match[1]!)
}

function hashOf(script: string): string {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`
}
