import { expect, test } from 'vitest'
import { parse } from 'yaml'

import { hardNames } from '../../test/build/client-lines.ts'
import { writeYaml } from './yaml.ts'

const unseen = ['\u007f', '\u0085', '\u009f', 'a\u2028b', '\u2029', '\ufeffx', '\uffff', '\0', '\u001b[0m']
const traps = [
  '0x1f',
  '1_000',
  '01e2',
  'yes',
  'null',
  '~',
  '- a',
  'a: b',
  '# a',
  '"',
  "'",
  '\\',
  '{a}',
  ' a ',
  '%',
  '&a *b',
]
const texts = [...hardNames.filter((name) => name.isWellFormed()), ...unseen, ...traps, '']

test.each(['1.1', '1.2'] as const)('a parser of YAML %s reads back what was written', (version) => {
  const config = {
    texts,
    many: texts.map((name, at) => ({ name, at, deep: { even: at % 2 === 0, list: [name], none: [] } })),
    numbers: [0, 7890, 1.5, -1],
    after: { all: true },
  }
  const written = writeYaml(config)
  expect(parse(written, { version })).toEqual(config)
  // No given text may begin a line of its own.
  expect(written.split(/[\n\r\u0085\u2028\u2029]/).every((line) => /^ *(- )?([a-z]+:|"|-?\d|$)/.test(line))).toBe(true)
})
