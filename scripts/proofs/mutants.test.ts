import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { makeScratchDir } from '../../server/test/run/scratch-dir.ts'
import { listFiles } from './mutants/copy-tree.ts'
import { openStand } from './mutants/stand.ts'

const [PLOT, QR] = ['ui/plot/area-path.ts', 'ui/qr/draw-qr.ts']
const testOf = (file: string) => file.replace('.ts', '.test.ts')

test('tells a bug that a test sees from one that none sees, and from a test that is red without it', async () => {
  const stand = await openStand(listFiles(), await makeScratchDir(), new AbortController().signal)
  onTestFinished(() => stand.close())
  const judge = (file: string, find: string, plant: string) => stand.judge({ file, find, plant, does: '' }, [])
  const highest = 'Math.max(...values, 0)'
  expect(await judge(PLOT, highest, 'Math.min(...values, 0)')).toMatchObject({
    outcome: 'caught',
    by: expect.stringContaining(testOf(PLOT)),
  })
  expect(await judge(PLOT, highest, 'Math.max(0, ...values)')).toMatchObject({ outcome: 'survived' })
  expect(await judge(PLOT, 'what stood here before', '')).toMatchObject({ outcome: 'did not apply' })

  appendFileSync(path.join(stand.tree, testOf(QR)), "\nit('is red', () => expect(1).toBe(2))\n")
  expect(await judge(QR, 'column < size && data', 'column < 1 && data')).toMatchObject({ outcome: 'survived' })
})
