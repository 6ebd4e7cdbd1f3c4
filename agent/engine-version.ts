import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import type { NodeSetup } from '../contract/node-api.ts'
import { engineOf, type Engine } from '../contract/node-engines.ts'
import type { Settings } from './settings.ts'

const run = promisify(execFile)
const LIMIT_MS = 5_000

type VersionCommand = { program: keyof Settings['engines']; words: string[]; name: string }
const asked: Record<Engine, VersionCommand> = {
  v2ray: { program: 'v2ray', words: ['-version'], name: 'V2Ray' },
  xray: { program: 'xray', words: ['version'], name: 'Xray' },
  hysteria: { program: 'hysteria', words: ['version'], name: 'Hysteria' },
  'shadowsocks-libev': { program: 'ssServer', words: ['-h'], name: 'shadowsocks-libev' },
}

/** Asks each program once for its version, for the report. Empty: not known, or not yet. */
export function watchEngineVersion(engines: Settings['engines']) {
  const known = new Map<Engine, string | null>()
  return (setup: NodeSetup | null): { engineVersion?: string } => {
    if (!setup) return {}
    const engine = engineOf(setup)
    const engineVersion = known.get(engine)
    if (engineVersion) return { engineVersion }
    if (known.has(engine)) return {}
    known.set(engine, null)
    const { program, words, name } = asked[engine]
    void ask(engines[program], words).then((number) => known.set(engine, number && `${name} ${number}`))
    return {}
  }
}

/** Some end with an error after they have told it. */
async function ask(program: string, words: string[]): Promise<string | null> {
  const answer = await run(program, words, { timeout: LIMIT_MS }).catch((error: unknown) => error)
  const { stdout = '', stderr = '' } = answer as { stdout?: string; stderr?: string }
  return /\bv?(\d{1,4}\.\d{1,4}\.\d{1,4})\b/.exec(stdout + stderr)?.[1] ?? null
}
