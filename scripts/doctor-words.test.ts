import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import en from '../console/words/en/doctor.ts'
import zhCn from '../console/words/zh-cn/doctor.ts'
import zhTw from '../console/words/zh-tw/doctor.ts'
import { doctorCodes } from '../contract/console/doctor-codes.ts'

const folder = path.join(import.meta.dirname, '..', 'server', 'domains')
const files = ['backup', 'clients', 'database', 'machine', 'trade', 'work'].map((name) => `doctor/check-${name}.ts`)
const source = [...files, 'doctor/finding.ts', 'doctor/examine.ts', 'console/machine/show-machine.ts']
  .map((file) => readFileSync(path.join(folder, file), 'utf8'))
  .join('\n')
const texts: Record<string, string> = zhCn
const namesIn = (text: string) => [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name!).toSorted()

test('every finding that needs action says what to do, and every area has a name', () => {
  const asking = doctorCodes.filter((code) => !code.endsWith('_ok') && code !== 'mail_outbox')
  expect(asking.filter((code) => !(`do_${code}` in texts))).toEqual([])
  const areas = [...source.matchAll(/\b(?:ok|note|problem)\('([a-z ]+)'/g), ...source.matchAll(/\['([a-z ]+)', \(\)/g)]
  const named = new Set(areas.map(([, area]) => `area_${area!.replaceAll(' ', '_')}`))
  expect(named.size).toBeGreaterThan(12)
  expect([...named].filter((area) => !(area in texts))).toEqual([])
})

test('every code is used, and its values are the same in every language', () => {
  expect(doctorCodes.filter((code) => !source.includes(`'${code}'`))).toEqual([])
  for (const [key, text] of Object.entries(texts)) {
    for (const other of [zhTw, en]) {
      expect([key, namesIn((other as Record<string, string>)[key]!)]).toEqual([key, namesIn(text)])
    }
  }
})
