import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** All times use the business's clock, through `ui/words/date-text.ts`. These patterns would bypass it. */
const RULES: readonly [what: RegExp, why: string][] = [
  [/\bmomentText\b/, 'shows the reader’s own clock'],
  [/\bnew Date\((?!\)\.toISOString\(\))/, 'reads or makes a time by the reader’s clock'],
  [/\.get(?:FullYear|Month|Date|Day|Hours|Minutes|TimezoneOffset)\(/, 'takes a time apart by the reader’s clock'],
  [/\btoLocale(?:Date|Time)String\(/, 'writes a time by the reader’s clock'],
  [/\bDate\.parse\(`/, 'puts a time together by the reader’s clock'],
  [/\bdayjs\(/, 'goes by the reader’s clock'],
  [/datetime-local/, 'is read by MomentField alone'],
  [/\bDate(?:Time)?Picker\w*\b.*from '@mantine\/dates'/, 'is shown by DayField alone'],
  [/\bDateTimeFormat\b/, 'is asked by business-zone.ts alone, for a name'],
]
const OWN: Readonly<Record<string, readonly string[]>> = {
  'features/form/moment-field.tsx': ['datetime-local'],
  'features/form/day-field.tsx': ['@mantine/dates'],
  'session/business-zone.ts': ['DateTimeFormat'],
}

function broken(file: string, text: string): string[] {
  const lines = text.split('\n').filter((line) => !(OWN[file] ?? []).some((own) => line.includes(own)))
  return RULES.flatMap(([what, why]) =>
    lines.filter((line) => what.test(line)).map((line) => `${file}: ${line.trim()} ${why}`),
  )
}

test('no file of the console uses the reader’s clock', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(200)
  expect(files.flatMap((file) => broken(file, readFileSync(path.join(import.meta.dirname, file), 'utf8')))).toEqual([])
})

test.each([
  '{momentText(row.startsAt)}',
  'publishAt: new Date(draft.at).toISOString()',
  'new Date().toLocaleString()',
  'const hour = at.getHours()',
  'at.toLocaleDateString()',
  'Date.parse(`${day}T00:00`)',
  'dayjs(at).format()',
  '<TextInput type="datetime-local" />',
  "import { DateTimePicker } from '@mantine/dates'",
  'new Intl.DateTimeFormat(language).format(0)',
])('the rule refuses: %s', (line) => {
  expect(broken('screens/alerts/windows.tsx', line)).toHaveLength(1)
})
