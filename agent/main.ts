import { parseArgs } from 'node:util'

import { enrol } from './cli/enrol.ts'
import { HELP } from './cli/help.ts'
import { printStatus } from './cli/print-status.ts'
import { setKey } from './cli/set-key.ts'
import { messageOf } from './log.ts'

const commands: Record<string, () => Promise<number>> = {
  enrol: () => enrol({ dir: dirOf(), server: needed('server'), token: needed('token'), updateKey: values.key ?? null }),
  install: async () => {
    const { install } = await import('./cli/install.ts')
    return install(
      { server: needed('server'), token: needed('token'), updateKey: values.key ?? null },
      process.argv[1]!,
    )
  },
  launch: async () => (await import('./update/launch.ts')).launch({ dir: dirOf(), installed: process.argv[1]! }),
  // Import here, so that the engine's control libraries are loaded only when needed.
  run: async () => (await import('./cli/run.ts')).run(dirOf()),
  key: async () => setKey(dirOf(), word),
  status: () => printStatus(dirOf(), values.json ?? false),
  help: async () => {
    console.log(HELP)
    return 0
  },
}

/** What follows the command's name. */
let word = ''
let values: { server?: string; token?: string; key?: string; dir?: string; json?: boolean; help?: boolean } = {}

function dirOf(): string {
  return values.dir ?? process.env.YUXIAN_AGENT_DIR ?? '/var/lib/yuxian-agent'
}

function needed(name: 'server' | 'token'): string {
  const value = values[name]
  if (!value) throw new Error(`--${name} is missing`)
  return value
}

async function main(): Promise<number> {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = { server: text, token: text, key: text, dir: text, json: flag, help: flag }
  const parsed = parseArgs({ options, allowPositionals: true })
  values = parsed.values
  word = parsed.positionals[1] ?? ''
  const name = values.help ? 'help' : (parsed.positionals[0] ?? 'help')
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new Error(`there is no command ${name}; try \`help\``)
  return command()
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
