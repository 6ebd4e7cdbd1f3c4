import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'

type Entry<T> = { id: string; value: T }

/**
 * A map that survives a restart. Each change is one line, appended before the change is announced; the last line of an
 * id counts. The file is rewritten when opened, so it grows during one run only.
 */
export type Journal<T> = {
  put(id: string, value: T): void
  get(id: string): T | undefined
  values(): T[]
  close(): void
}

export function openJournal<T>(file: string): Journal<T> {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const entries = new Map(readLines<T>(file).map(({ id, value }) => [id, value]))
  const lines = [...entries].map(([id, value]) => `${JSON.stringify({ id, value })}\n`)
  writeFileSync(`${file}.new`, lines.join(''), { mode: 0o600 })
  renameSync(`${file}.new`, file)
  const handle = openSync(file, 'a', 0o600)
  return {
    put(id, value) {
      writeSync(handle, `${JSON.stringify({ id, value })}\n`)
      entries.set(id, value)
    },
    get: (id) => entries.get(id),
    values: () => [...entries.values()],
    close: () => closeSync(handle),
  }
}

function readLines<T>(file: string): Entry<T>[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return []
  }
  // A killed process may leave half a line at the end. That change was never announced.
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Entry<T>]
    } catch {
      return []
    }
  })
}
