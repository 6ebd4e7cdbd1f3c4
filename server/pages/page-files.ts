import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

import { LANGUAGES, type Language } from '../../contract/languages.ts'
import { buildName } from '../../contract/page.ts'

/** The prerendered pages of the web build, read once: they change only with a deployment. */
export type PageFiles = {
  /** The page for a path: the prerendered one, the user area's frame with what that path needs, else the shell. */
  pageFor(urlPath: string, language: Language): string
  scriptHashes: readonly string[]
  build: string
  worker: string
}

export function readPageFiles(webDir: string): PageFiles {
  const folder = path.join(webDir, 'pages')
  const pages = new Map<string, string>()
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.html'))) {
    pages.set(file.slice(0, -'.html'.length), readFileSync(path.join(folder, file), 'utf8'))
  }
  for (const language of LANGUAGES) {
    if (!pages.has(`shell.${language}`)) throw new Error(`The web build lacks the page shell.${language}`)
  }
  const csp = JSON.parse(readFileSync(path.join(folder, 'csp.json'), 'utf8')) as { scriptHashes: string[] }
  return {
    pageFor(urlPath, language) {
      const page = (name: string) => pages.get(`${name}.${language}`)
      const [, area, child = ''] = /^\/(user|demo)(?:\/([^/]*))?(?:\/|$)/i.exec(urlPath) ?? []
      if (area === undefined) return page(urlPath.slice(1)) ?? page('shell')!
      const own = area.toLowerCase() === 'user' ? page(`user-${child.toLowerCase() || 'home'}`) : undefined
      return own ?? page('user') ?? page('shell')!
    },
    scriptHashes: csp.scriptHashes,
    build: buildName(readFileSync(path.join(webDir, '.build-hash'), 'utf8')),
    worker: readFileSync(path.join(webDir, 'sw.js'), 'utf8'),
  }
}
