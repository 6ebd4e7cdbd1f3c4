import { beforeEach, expect, it, vi } from 'vitest'

import type { WordFile } from './word-store.ts'

type Held = { file: string; give: () => void; fail: () => void }

/** Word files that load when the test says so; each text names its own file. */
async function open(...parts: readonly string[]) {
  vi.resetModules()
  const language = await import('./word-store.ts')
  const held: Held[] = []
  const load = (file: string) => () =>
    new Promise<WordFile>((give, fail) => {
      held.push({ file, give: () => give({ default: { retry: file } }), fail: () => fail(new Error('cut off')) })
    })
  const names = ['zh-cn', 'zh-tw', 'en'].flatMap((folder) => ['base', 'lines'].map((part) => `${folder}/${part}`))
  language.addWordFiles(Object.fromEntries(names.map((name) => [`./${name}.ts`, load(name)])))
  const take = async (file: string): Promise<Held> => {
    await vi.waitUntil(() => held.some((one) => one.file === file))
    return held.splice(
      held.findIndex((one) => one.file === file),
      1,
    )[0]!
  }
  const started = language.startWords('zh-CN', parts)
  for (const part of parts) (await take(`zh-cn/${part}`)).give()
  await started
  return { ...language, take }
}

let page: Awaited<ReturnType<typeof open>>
const said = (part: string) => page.sayOf(part)('retry')

beforeEach(async () => {
  page = await open('base')
})

it('has a part in the new language when a screen loads it during the switch', async () => {
  const switching = page.switchLanguage('en')
  const base = await page.take('en/base')
  const loading = page.loadWords('lines')
  ;(await page.take('zh-cn/lines')).give()
  await loading
  base.give()
  ;(await page.take('en/lines')).give()
  await switching
  expect([page.currentLanguage(), said('base'), said('lines')]).toEqual(['en', 'en/base', 'en/lines'])
})

it('keeps the later of two quick switches, whichever answers last', async () => {
  const first = page.switchLanguage('en')
  const slow = await page.take('en/base')
  const second = page.switchLanguage('zh-TW')
  ;(await page.take('zh-tw/base')).give()
  await second
  slow.give()
  await first
  expect([page.currentLanguage(), said('base')]).toEqual(['zh-TW', 'zh-tw/base'])
})

it('changes nothing after a failed switch, and ignores the failure when another switch followed', async () => {
  const failing = page.switchLanguage('en')
  ;(await page.take('en/base')).fail()
  await expect(failing).rejects.toThrow('cut off')
  expect(page.currentLanguage()).toBe('zh-CN')

  const first = page.switchLanguage('en')
  const slow = await page.take('en/base')
  const second = page.switchLanguage('zh-TW')
  slow.fail()
  await first
  ;(await page.take('zh-tw/base')).give()
  await second
  expect(page.currentLanguage()).toBe('zh-TW')
})
