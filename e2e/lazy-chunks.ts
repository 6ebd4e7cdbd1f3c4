import { readFileSync } from 'node:fs'
import path from 'node:path'

import { readScreenTable } from '../portal/prerender/screen-table.ts'

const root = path.join(import.meta.dirname, '..')
type Manifest = Record<string, { file: string; isDynamicEntry?: boolean }>

/**
 * Chunks with their own fallback: a table for a plot, a link for a QR code, a picture for a proof of work, another
 * sign-in for a passkey, the form for an offer to continue, the current brand for that of another key. The picture
 * comes only after wrong passwords, inside a form that stays. Gestures only refresh what is there. A handover link
 * has ended long before its chunk is given up. A sheet closes by its button too, the agreement is also a page of its
 * own, and nothing waits for the code that keeps facts for a time without a network. The switches of reminders,
 * the month's card and the help desk come inside a sheet that stays, which says that they did not load. The form to sign
 * in is there without the gift that led to it.
 */
const SPARED =
  /\/plot\.tsx$|-plot\.tsx$|\/qrcode\/|simplewebauthn|solve-challenge|\/(?:accent|brand)\.ts$|continue-offer|picture-field|refresh-gestures|handover-screen|drag-sheet|agreement-sheet|session\/keeper|reminder-switches|\/reminders\.ts$|month-card|gift-note|help-desk|\/tickets\.ts$|receipt-picture/

/** Files that several screens share, and a page that waits for each. The build calls them shared, not lazy. */
const SHARED: readonly [key: RegExp, at: string][] = [
  [/^_home-[^.]*\.js$/, '/user'],
  [/^_shared-[^.]*\.js$/, '/online'],
  [/^_paying-[^.]*\.js$/, '/dailiPay'],
]

export type Held = { chunk: string; file: string; at: string }

/** Every chunk that a page waits for, with such a page, from the build and the tables of screens. */
export function findLazyChunks(): { held: Held[]; unheld: string[] } {
  const manifest = JSON.parse(read('dist/portal/.vite/manifest.json')) as Manifest
  const pages = readPages()
  const all = Object.entries(manifest).filter(
    ([key, { isDynamicEntry }]) =>
      (isDynamicEntry || sharedAt(key)) && !SPARED.test(key) && !/^words\/(?!zh-cn)/.test(key),
  )
  const held = all.flatMap(([chunk, { file }]) => {
    const at = sharedAt(chunk) ?? pages.get(chunk)
    return at === undefined ? [] : [{ chunk, file, at }]
  })
  return { held, unheld: all.map(([key]) => key).filter((key) => !sharedAt(key) && !pages.has(key)) }
}

function sharedAt(key: string): string | undefined {
  return SHARED.find(([pattern]) => pattern.test(key))?.[1]
}

/** Which page loads a file, from the lines `path: screen(() => import(file), ...words)`. */
function readPages(): Map<string, string> {
  const pages = new Map([
    ['words/zh-cn/base.ts', '/login'],
    ['words/zh-cn/login.ts', '/login'],
    ['words/zh-cn/user.ts', '/user'],
    ['demo/open-demo.tsx', '/demo'],
    ['words/zh-cn/demo.ts', '/demo'],
  ])
  const add = (file: string, at: string) => pages.has(file) || pages.set(file, at)
  const tables = [
    { text: read('portal/app/screens.ts'), base: '' },
    { text: read('portal/app/user-screens.ts'), base: '/user/' },
  ]
  for (const { text, base } of tables) {
    for (const { name, source, words } of readScreenTable(text)) {
      const at = (base + name).replace(/\/$/, '')
      add(source, at)
      for (const word of words) add(`words/zh-cn/${word}.ts`, at)
    }
  }
  return pages
}

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}
