import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { limits } from '../../contract/limits.ts'
import { findSources } from '../test/sources.ts'
import { loadChunk } from './load-chunk.ts'

/** Code that runs at build or in tests, where nobody waits. */
const NOT_IN_BROWSER = /\/(?:build|prerender|test)\/|\.test\.tsx?$|\/vite\.config\.ts$/

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('gives up a hanging chunk at the time limit, not before', async () => {
  const given = vi.fn()
  loadChunk(() => new Promise(() => {})).catch(given)
  await vi.advanceTimersByTimeAsync(limits.chunkTimeoutMs - 1)
  expect(given).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(given).toHaveBeenCalledWith(expect.objectContaining({ name: 'ChunkError', reason: 'timeout' }))
})

test('leaves no timer after a loaded chunk, and reports a failed one', async () => {
  expect(await loadChunk(() => Promise.resolve(1))).toBe(1)
  await expect(loadChunk(() => Promise.reject(new Error('404')))).rejects.toMatchObject({ reason: 'failed' })
  expect(vi.getTimerCount()).toBe(0)
})

test('imports nothing without the loader', () => {
  const sources = findSources('{ts,tsx}').filter(({ file }) => !NOT_IN_BROWSER.test(file))
  const imports = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/(\S+\s*\(\) => )?\bimport\('/g)].map(([, before]) => ({ file, before: before ?? '' })),
  )
  expect(imports.length).toBeGreaterThan(30)
  expect(imports.filter(({ before }) => !/^(?:\S*\()?(?:loadChunk|screen)\(\s*\(\) => $/.test(before))).toEqual([])
  // Words load through globs, which only loadWords, startWords and switchLanguage use.
  const globs = sources.filter(({ text }) => text.includes('import.meta.glob'))
  expect(globs.map(({ file }) => file).sort()).toEqual([
    'console/words/language.ts',
    'portal/words/gift-words.ts',
    'portal/words/language.ts',
    'portal/words/user-words.ts',
  ])
  const readers = /(?<!loadChunk\(\(\) => )(?<!function )(?<!return )\b(?:loadWords|startWords)\(/
  // main.tsx passes openDemo itself to the loader.
  expect(sources.filter(({ text }) => readers.test(text)).map(({ file }) => file)).toEqual([
    'portal/demo/open-demo.tsx',
  ])
})
