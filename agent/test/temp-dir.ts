import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export function tempDir(): string {
  return mkdtempSync(path.join(tmpdir(), 'yuxian-agent-'))
}
