import { createHash } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'

import { FILE_PART_BYTES } from '../../contract/client-files.ts'
import { ApiError } from '../../ui/http/api-error.ts'
import { type FilePart, plainFileName, uploadParts } from './upload-parts.ts'

afterEach(() => vi.restoreAllMocks())

const bytes = new Uint8Array(2 * FILE_PART_BYTES + 1).map((_, at) => at % 251)
const file = new File([bytes], 'app.apk')
const partOf = (number: number) => bytes.slice(number * FILE_PART_BYTES, (number + 1) * FILE_PART_BYTES)
const sha256 = (part: Uint8Array) => createHash('sha256').update(part).digest('hex')

async function upload(way: Partial<Parameters<typeof uploadParts>[1]> = {}) {
  const sent: FilePart[] = []
  const shares: number[] = []
  const put = async (part: FilePart) => void sent.push(part)
  await uploadParts(file, { parts: [], put, onProgress: (share) => shares.push(share), ...way })
  return { sent, shares }
}

it('sends every byte once, in order, the last part as short as it is', async () => {
  const { sent, shares } = await upload()
  expect(sent.map(({ number }) => number)).toEqual([0, 1, 2])
  expect(Buffer.concat(sent.map((part) => Buffer.from(part.bytes, 'base64'))).equals(bytes)).toBe(true)
  expect(sent.map((part) => part.sha256)).toEqual([0, 1, 2].map((number) => sha256(partOf(number))))
  expect(shares).toEqual([1 / 3, 2 / 3, 1])
})

it('skips the parts that are there, and sends again what another file left under their number', async () => {
  const parts = [
    { number: 0, sha256: sha256(partOf(0)) },
    { number: 1, sha256: sha256(partOf(2)) },
  ]
  const { sent, shares } = await upload({ parts })
  expect(sent.map(({ number }) => number)).toEqual([1, 2])
  expect(shares).toHaveLength(3)
})

it('stops before the next part', async () => {
  const isStopped = vi.fn<() => boolean>().mockReturnValueOnce(false).mockReturnValue(true)
  expect((await upload({ isStopped })).sent.map(({ number }) => number)).toEqual([0])
})

it('tries a part again when the connection breaks, five times in all, each time after a longer wait', async () => {
  const waits: unknown[] = []
  const now = (go: () => void, ms?: number) => {
    waits.push(ms)
    go()
    return 0
  }
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(now as never)
  const lost = new ApiError({ code: 'client.network', status: 0, message: '' })
  const put = vi.fn<(part: FilePart) => Promise<void>>().mockRejectedValue(lost)
  await expect(upload({ put })).rejects.toBe(lost)
  expect(put).toHaveBeenCalledTimes(5)
  expect(waits).toEqual([1500, 3000, 4500, 6000])
})

it('does not repeat what the server refused', async () => {
  const refusal = new ApiError({ code: 'request.invalid', status: 400, message: '' })
  const put = vi.fn<(part: FilePart) => Promise<void>>().mockRejectedValue(refusal)
  await expect(upload({ put })).rejects.toBe(refusal)
  expect(put).toHaveBeenCalledTimes(1)
})

it.each([
  ['app-1.0.apk', 'app-1.0.apk'],
  ['鱼线 1.0 (新).apk', '1.0-.apk'],
  ['../../etc/passwd', 'etc-passwd'],
  ['鱼线', 'file'],
  [`${'a'.repeat(200)}.apk`, `${'a'.repeat(96)}.apk`],
])('%s is stored as %s', (given, name) => {
  expect(plainFileName(new File([], given))).toBe(name)
})
