import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { prerenderedPages } from '../prerender/pages.ts'

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8')

test('pages outside the user area find their words without it', () => {
  const listed = /\{zh-cn,zh-tw,en\}\/\{([\w,-]+)\}/.exec(read('language.ts'))?.[1]?.split(',') ?? []
  const screens = [...read('../app/screens.ts').matchAll(/import\('[^']+'\)((?:,\s*'[\w-]+')+)/g)]
  const named = screens.flatMap((match) => [...match[1]!.matchAll(/[\w-]+/g)].map(([part]) => part))
  expect(named).toContain('register')
  const needed = [...named, ...prerenderedPages.flatMap(({ words }) => words)]
  expect(needed.filter((part) => !listed.includes(part))).toEqual([])
})
