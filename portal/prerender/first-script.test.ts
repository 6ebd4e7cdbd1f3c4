import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'

import { hasFlag, startFlags } from '../../ui/device/flags.ts'
import { openBrowser } from '../../ui/test/browser.ts'

const html = readFileSync(path.join(import.meta.dirname, '..', 'index.html'), 'utf8')
const script = /<script>([^]*?)<\/script>/.exec(html)![1]!

afterEach(() => vi.unstubAllGlobals())

/** The attributes that the script sets on the page before the first paint. */
function runScript(url: URL, stored: Record<string, string>): string[] {
  const attributes = new Map([['data-mantine-color-scheme', 'light']])
  const root = {
    getAttribute: (name: string) => attributes.get(name) ?? null,
    setAttribute: (name: string, value: string) => attributes.set(name, value),
  }
  // eslint-disable-next-line no-new-func -- the page runs it as it stands
  const run = new Function('document', 'localStorage', 'location', 'window', script)
  run({ documentElement: root }, stored, url, {})
  return [...attributes.keys()]
}

const flags: [search: string, stored: Record<string, string>, framed: boolean][] = [
  ['', {}, false],
  ['', { iframe: '1' }, true],
  ['', { iframe: 'true' }, true],
  ['', { iframe: '0' }, false],
  ['', { iframe: 'false' }, false],
  ['', { iframe: 'FALSE' }, false],
  ['?iframe=1', {}, true],
  ['?iframe', {}, true],
  ['?x=1&iframe=0', { iframe: '1' }, false],
  ['?iframe=false&x=1', { iframe: '1' }, false],
  ['?iframe=0815', {}, true],
]
test.each(flags)('%s with %j stored: the first frame is framed: %s, and so is the page', (search, stored, framed) => {
  const url = `https://portal.example/user${search}`
  openBrowser({ url, stored })
  startFlags(search)
  expect(hasFlag('iframe')).toBe(framed)
  expect(runScript(new URL(url), stored).includes('data-framed')).toBe(framed)
})
