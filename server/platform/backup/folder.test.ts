import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

import { DAY_MS } from '../../../contract/durations.ts'
import { findOutdated, newFileName, removePartials } from './folder.ts'

const nightOf = (day: string) => newFileName(new Date(`${day}T19:41:00Z`), true)

test('keeps nightly backups for seven days, four weeks and twelve months, and all manual ones', () => {
  const first = Date.parse('2025-01-01T19:41:00Z')
  const last = Date.parse('2026-11-15T19:41:00Z')
  const byHand = newFileName(new Date(first), false)
  let names: string[] = [byHand, 'notes.txt']
  // As in real use: add one every night, then remove the outdated ones.
  for (let at = first; at <= last; at += DAY_MS) {
    names.push(newFileName(new Date(at), true))
    const outdated = findOutdated(names)
    names = names.filter((name) => !outdated.includes(name))
  }
  const days = ['2026-11-15', '2026-11-14', '2026-11-13', '2026-11-12', '2026-11-11', '2026-11-10', '2026-11-09']
  const weeks = ['2026-11-08', '2026-11-01', '2026-10-25']
  const months = ['10-31', '09-30', '08-31', '07-31', '06-30', '05-31', '04-30', '03-31', '02-28', '01-31'].map(
    (day) => `2026-${day}`,
  )
  const kept = [...days, ...weeks, ...months, '2025-12-31'].map(nightOf)
  expect(names.toSorted()).toEqual([byHand, 'notes.txt', ...kept].toSorted())
})

test('two backups of one day count as one; gaps do not shorten the keeping', () => {
  const twice = ['yuxian-20261115T014100Z-nightly.yxb', 'yuxian-20261115T194100Z-nightly.yxb']
  expect(findOutdated([...twice, nightOf('2024-02-01')])).toEqual([twice[0]])
})

test('removes partial files and keeps whole and foreign ones', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'yuxian-backups-'))
  for (const name of ['a.yxb', 'b.yxb.part', 'c.part']) await writeFile(path.join(folder, name), '')
  expect(await removePartials(folder)).toEqual(['b.yxb.part'])
  expect((await readdir(folder)).toSorted()).toEqual(['a.yxb', 'c.part'])
  await rm(folder, { recursive: true })
})
