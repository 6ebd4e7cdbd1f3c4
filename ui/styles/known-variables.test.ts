import { expect, test } from 'vitest'

import { accentCss } from '../../contract/accent.ts'
import { findSources } from '../test/sources.ts'

/** The component libraries set these themselves. */
const LIBRARIES =
  /^--(?:mantine|datatable|drawer|modal|notification|progress|button|input|ai|cb|checkbox|combobox|sh|_)/

test('uses no variable in a stylesheet that nobody sets', () => {
  const sheets = findSources('css')
  const code = findSources('{ts,tsx}')
  const set = new Set(
    [accentCss('#0f766e'), ...[...sheets, ...code].map(({ text }) => text)].flatMap((text) =>
      [...text.matchAll(/(--[\w-]+)['"]?\s*:/g)].map(([, name]) => name),
    ),
  )
  const unknown = sheets.flatMap(({ file, text }) =>
    [...text.matchAll(/var\((--[\w-]+)\)/g)]
      .map(([, name]) => name!)
      .filter((name) => !set.has(name) && !LIBRARIES.test(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(set.size).toBeGreaterThan(30)
  expect([...new Set(unknown)]).toEqual([])
})
