import { readFileSync, statSync } from 'node:fs'

import { limits } from '../../contract/limits.ts'
import { UsageError } from './command.ts'

const KINDS = [
  { type: 'image/png', starts: Buffer.from('89504e470d0a1a0a', 'hex') },
  { type: 'image/jpeg', starts: Buffer.from('ffd8ff', 'hex') },
  { type: 'image/webp', starts: Buffer.from('RIFF'), at8: Buffer.from('WEBP') },
]

/** Returns a data URI unchanged, or reads a picture file as one. The file's first bytes tell its type, not its name. */
export function readIcon(value: string): string {
  if (value.startsWith('data:')) return value
  const size = statSync(value, { throwIfNoEntry: false })?.size
  if (size === undefined) throw new UsageError(`--icon: there is no file ${value}`)
  if (size > limits.brandIconMaxBytes) throw new UsageError('--icon: the picture must be smaller than 36 KB')
  const bytes = readFileSync(value)
  const kind = KINDS.find(({ starts, at8 }) => {
    const isStart = bytes.subarray(0, starts.length).equals(starts)
    return isStart && (!at8 || bytes.subarray(8, 12).equals(at8))
  })
  if (!kind) throw new UsageError('--icon: the file must be a png, jpeg or webp picture')
  return `data:${kind.type};base64,${bytes.toString('base64')}`
}
