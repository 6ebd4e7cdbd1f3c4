import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

import { findSources } from '../test/sources.ts'

const library = path.join(import.meta.dirname, '../../node_modules/@mantine/core/esm')
const read = (file: string) => readFileSync(file, 'utf8')
const importsIn = (text: string) => [...text.matchAll(/from "(\.[^"]+\.mjs)"/g)].map(([, file]) => file!)

/** The styles of a component and of everything that it is made of, by the names of their layers. */
function layersOf(file: string, seen = new Set<string>()): Set<string> {
  const layers = new Set<string>()
  if (seen.has(file)) return layers
  seen.add(file)
  const own = /\/components\/.*\/(\w+)\.module\.mjs$/.exec(file)?.[1]
  if (own) layers.add(own)
  for (const next of importsIn(read(file))) {
    for (const layer of layersOf(path.join(path.dirname(file), next), seen)) layers.add(layer)
  }
  return layers
}

/** Parts that belong to a component but are drawn only by who names them: Checkbox.Card, FocusTrap.InitialFocus. */
const UNUSED_PARTS = new Set(['CheckboxCard', 'CheckboxIndicator', 'VisuallyHidden'])

const index = read(path.join(library, 'index.mjs'))
const fileOf = new Map(
  [...index.matchAll(/import \{ ([^}]+) \} from "(\.\/components\/[^"]+)"/g)].flatMap(([, names, file]) =>
    names!.split(', ').map((name) => [name, path.join(library, file!)] as const),
  ),
)
const layersIn = (text: string) =>
  [...text.matchAll(/@mantine\/core\/styles\/(\w+)\.layer\.css/g)].map(([, name]) => name!)
const everywhere = new Set(layersIn(read(path.join(import.meta.dirname, 'mantine.css'))))
const users = findSources('tsx').flatMap(({ file, text }) => {
  const named = [...text.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)].flatMap(([, names]) =>
    names!.split(','),
  )
  const whole = text.includes("import * as mantine from '@mantine/core'") ? text.matchAll(/mantine\.([A-Z]\w+)/g) : []
  const components = [...named.map((name) => name.trim()), ...[...whole].map(([, name]) => name!)]
  return components.map((component) => ({ file, component, own: layersIn(text) }))
})

it('every component in use has its styles, in the theme or in the file that uses it', () => {
  const found = users.filter(({ component }) => fileOf.has(component))
  expect(found.map(({ component }) => component)).toEqual(expect.arrayContaining(['Slider', 'Select', 'NumberInput']))
  const missing = found.flatMap(({ file, component, own }) =>
    [...layersOf(fileOf.get(component)!)]
      .filter((layer) => !everywhere.has(layer) && !own.includes(layer) && !UNUSED_PARTS.has(layer))
      .map((layer) => `${file}: ${component} needs ${layer}.layer.css`),
  )
  expect(missing).toEqual([])
})

it('nobody names a part whose styles are left out', () => {
  const named = /<(Checkbox\.(Card|Indicator)|FocusTrap\.InitialFocus|VisuallyHidden)\b/
  expect(findSources('tsx').filter(({ text }) => named.test(text))).toEqual([])
})

it('follows a component to the styles of its parts', () => {
  expect([...layersOf(fileOf.get('Slider')!)]).toContain('Slider')
  expect([...layersOf(fileOf.get('Select')!)]).toEqual(expect.arrayContaining(['Combobox', 'Input', 'ScrollArea']))
})
