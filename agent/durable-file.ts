import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Writes the whole file or nothing, even with a power cut: a temporary file, flushed to the disk, then renamed. The
 * first line is a checksum, because a file system that lost its own log can still return a torn file.
 */
export function writeDurably(file: string, value: unknown): void {
  const body = JSON.stringify(value)
  const temporary = `${file}.tmp`
  const descriptor = openSync(temporary, 'w', 0o600)
  try {
    // On a full disk one write may be short without an error.
    const bytes = Buffer.from(`${hashOf(body)}\n${body}\n`)
    for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(temporary, file)
  const folder = openSync(path.dirname(file), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** `absent` and `damaged` differ: only an absent file means a fresh start. */
export function readDurable<T>(file: string): T | 'absent' | 'damaged' {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'absent' : 'damaged'
  }
  const [hash = '', body = ''] = text.split('\n')
  return hash === hashOf(body) ? (JSON.parse(body) as T) : 'damaged'
}

/** Keeps a damaged file for later inspection. Returns its new name. */
export function quarantine(file: string): string {
  const aside = `${file}.damaged-${Date.now()}`
  renameSync(file, aside)
  return aside
}
