import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { surfaces } from '../../contract/accent.ts'
import { contrastOf } from '../../contract/colour.ts'

const css = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8')
const light = variablesOf(/:root \{([^}]*)\}/)
const tokens = { light, dark: { ...light, ...variablesOf(/:root\[data-mantine-color-scheme='dark'\] \{([^}]*)\}/) } }

test.each(['light', 'dark'] as const)('the %s surfaces are those the accent is computed for', (scheme) => {
  expect({ page: tokens[scheme]['page'], card: tokens[scheme]['card'] }).toEqual(surfaces[scheme])
})

test.each(['light', 'dark'] as const)('every text colour is readable on every surface in %s', (scheme) => {
  const colours = tokens[scheme]
  const weak: string[] = []
  for (const text of ['ink', 'ink-soft', 'ink-faint', 'good', 'warn', 'bad']) {
    const own = `${text}-wash` in colours ? [`${text}-wash`] : []
    for (const surface of ['page', 'card', 'raised', 'sunk', ...own]) {
      const contrast = contrastOf(colours[text]!, colours[surface]!)
      if (contrast < 4.5) weak.push(`${text} on ${surface}: ${contrast.toFixed(2)}`)
    }
  }
  expect(weak).toEqual([])
})

function variablesOf(block: RegExp): Record<string, string> {
  const body = block.exec(css)?.[1]
  if (!body) throw new Error(`tokens.css has no ${block}`)
  return Object.fromEntries([...body.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1]!, match[2]!]))
}
