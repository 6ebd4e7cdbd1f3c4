import { beforeEach, expect, test, vi } from 'vitest'

import { errorStatus, type ErrorCode } from '../../../contract/errors.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { configureClient } from '../../../ui/http/client.ts'
import { makeUploads } from './upload-pictures.ts'

const URLS = ['data:image/jpeg;base64,AAAA', 'data:image/png;base64,BBBB']
let uploaded: string[]
let refuses: ErrorCode | null
beforeEach(() => {
  uploaded = []
  refuses = null
  vi.spyOn(console, 'error').mockImplementation(() => {})
  configureClient({
    send: ({ body }) => {
      const { bytes } = JSON.parse(body!) as { bytes: string }
      if (refuses && bytes === 'BBBB') throw refusal(refuses)
      uploaded.push(bytes)
      return Promise.resolve({ pictureId: `${bytes} ${uploaded.length}`, width: 1, height: 1 })
    },
  })
})

const refusal = (code: ErrorCode) => new ApiError({ code, status: errorStatus[code], message: code })
const never = () => expect.unreachable('no picture is refused here')

test('uploads what was chosen, in order, and names it in the message', async () => {
  const send = vi.fn<(sent: object) => Promise<string>>(() => Promise.resolve('sent'))
  expect(await makeUploads().sendWith(URLS, send, never)).toBe('sent')
  expect(send).toHaveBeenCalledExactlyOnceWith({ pictures: ['AAAA 1', 'BBBB 2'] })
  await makeUploads().sendWith([], send, never)
  expect(send).toHaveBeenLastCalledWith({})
})

test('tells which picture was refused, sends nothing, and uploads only the rest with the next try', async () => {
  const uploads = makeUploads()
  const send = vi.fn<(sent: object) => Promise<void>>(() => Promise.resolve())
  const onRefused = vi.fn<(url: string) => void>()
  refuses = 'picture.refused'
  await expect(uploads.sendWith(URLS, send, onRefused)).rejects.toThrow('picture.refused')
  expect(onRefused.mock.calls).toEqual([[URLS[1]]])
  expect(send).not.toHaveBeenCalled()
  refuses = null
  await uploads.sendWith(URLS, send, never)
  expect(uploaded).toEqual(['AAAA', 'BBBB'])
})

test('a message whose answer was lost is sent again with the same pictures, so it stays one', async () => {
  const uploads = makeUploads()
  const lost = new ApiError({ code: 'client.timeout', status: 0, message: 'client.timeout' })
  const send = vi.fn<(sent: object) => Promise<void>>().mockRejectedValueOnce(lost).mockResolvedValueOnce()
  await expect(uploads.sendWith(URLS, send, never)).rejects.toBe(lost)
  await uploads.sendWith(URLS, send, never)
  expect(send.mock.calls[1]).toEqual(send.mock.calls[0])
})

test('uploads again what the server has thrown away, and what belongs to an earlier message', async () => {
  const uploads = makeUploads()
  const send = vi.fn<(sent: object) => Promise<void>>().mockRejectedValueOnce(refusal('object.unknown'))
  await expect(uploads.sendWith(['data:,AAAA'], send, never)).rejects.toThrow('object.unknown')
  await uploads.sendWith(['data:,AAAA'], send, never)
  uploads.forget()
  await uploads.sendWith(['data:,AAAA'], send, never)
  expect(uploaded).toEqual(['AAAA', 'AAAA', 'AAAA'])
})
