import { FILE_PART_BYTES } from '../../contract/client-files.ts'
import { ApiError } from '../../ui/http/api-error.ts'

const TRIES = 5
const WAIT_MS = 1500

export type FilePart = { number: number; bytes: string; sha256: string }
type Way = {
  /** The parts that the server has. */
  parts: readonly { number: number; sha256: string }[]
  put: (part: FilePart) => Promise<unknown>
  onProgress: (share: number) => void
  isStopped?: () => boolean
}

/** A name that needs no encoding anywhere. */
export function plainFileName({ name }: File): string {
  return (
    name
      .replaceAll(/[^\w.-]+/g, '-')
      .replace(/^[^A-Za-z\d]+/, '')
      .slice(-100) || 'file'
  )
}

/** Sends a file in parts and skips those that are there already, so that a broken upload goes on where it stopped. */
export async function uploadParts(file: File, { parts, put, onProgress, isStopped }: Way): Promise<void> {
  const known = new Map(parts.map((part) => [part.number, part.sha256]))
  const count = Math.ceil(file.size / FILE_PART_BYTES)
  for (let number = 0; number < count; number += 1) {
    if (isStopped?.()) return
    const start = number * FILE_PART_BYTES
    const bytes = new Uint8Array(await file.slice(start, start + FILE_PART_BYTES).arrayBuffer())
    const digest = await sha256(bytes)
    if (known.get(number) !== digest) await putOne({ number, bytes: base64(bytes), sha256: digest }, put)
    onProgress((number + 1) / count)
  }
}

/** A lost connection often comes back within seconds; a refusal stays one. */
async function putOne(part: FilePart, put: Way['put'], tried = 1): Promise<void> {
  try {
    await put(part)
  } catch (error) {
    if (tried >= TRIES || (error instanceof ApiError && error.isRefusal)) throw error
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS * tried))
    await putOne(part, put, tried + 1)
  }
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** In steps: an argument list has a limit. */
export function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(text)
}
