import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

import { freePort } from '../../../test/free-port.ts'

test('gives each port once, skips a taken one, and gives none that the kernel hands out', async () => {
  const first = await freePort()
  const taken = createServer()
  onTestFinished(() => void taken.close())
  // If another process already has it, that is fine too.
  await new Promise<unknown>((go) => taken.once('error', go).listen(first + 1, '127.0.0.1', () => go(null)))
  const ports = [first, await freePort(), await freePort()]
  expect(new Set(ports).size).toBe(3)
  expect(ports).not.toContain(first + 1)
  for (const port of ports) expect(port).toBeLessThan(32_768)
})
