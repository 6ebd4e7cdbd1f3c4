import { FILE_PART_BYTES } from '../../../contract/client-files.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { call } from '../../session/call.ts'

const TRIES = 3

/** Uploads a file in parts and skips those that are there already, so that a broken upload goes on where it stopped. */
export async function uploadFile(file: File, onProgress: (share: number) => void): Promise<void> {
  const name = file.name.replaceAll(/[^\w.-]+/g, '-').replace(/^[^A-Za-z\d]+/, '')
  const { fileId, parts } = await call(consoleApi.clients.beginFile, { name, sizeBytes: file.size })
  const known = new Map(parts.map((part) => [part.number, part.sha256]))
  const count = Math.ceil(file.size / FILE_PART_BYTES)
  for (let number = 0; number < count; number += 1) {
    const start = number * FILE_PART_BYTES
    const bytes = new Uint8Array(await file.slice(start, start + FILE_PART_BYTES).arrayBuffer())
    if (known.get(number) !== (await sha256(bytes))) await putPart(fileId, number, bytes)
    onProgress((number + 1) / count)
  }
  await call(consoleApi.clients.finishFile, { fileId })
}

async function putPart(fileId: number, number: number, bytes: Uint8Array, triesLeft = TRIES): Promise<void> {
  try {
    await call(consoleApi.clients.putPart, { fileId, number, bytes: base64(bytes) })
  } catch (error) {
    if (triesLeft <= 1) throw error
    await putPart(fileId, number, bytes, triesLeft - 1)
  }
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** In steps: an argument list has a limit. */
function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(text)
}
