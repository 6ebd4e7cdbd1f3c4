import { spawnSync } from 'node:child_process'
import path from 'node:path'

import { openSsManager } from '../../agent/drivers/ss-manager.ts'
import { controlSocket } from '../../agent/drivers/v2ray-config.ts'
import { argumentsOf, findProcesses } from '../../agent/process-table.ts'

/** The count of the engine in an agent's folder, from the engine itself and not from the agent. */
export async function engineBytes(dir: string): Promise<number> {
  const pid = enginePid(dir)
  if (!pid) throw new Error(`No engine runs in ${dir}`)
  const words = argumentsOf(pid)
  return words.includes('--manager-address') ? ssBytes(words) : v2rayBytes(path.join(dir, 'engine'))
}

export function enginePid(dir: string): number | undefined {
  return findProcesses((line) => isEngine(line, dir))[0]
}

const isEngine = (line: string[], dir: string) =>
  line.some((word) => word.startsWith(dir)) && /(?:^|\/)(?:v2ray|ss-manager)$/.test(line[0] ?? '')

/** Uses the command that comes with v2ray. */
function v2rayBytes(folder: string): number {
  const question = ['StatsService.QueryStats', 'pattern: "user>>>" reset: false']
  const run = spawnSync('v2ctl', ['api', `--server=unix:${controlSocket(folder)}`, ...question], { encoding: 'utf8' })
  if (run.status !== 0) throw new Error(run.stderr)
  return [...run.stdout.matchAll(/value: (\d+)/g)].reduce((sum, [, bytes]) => sum + Number(bytes), 0)
}

async function ssBytes(words: string[]): Promise<number> {
  const address = words[words.indexOf('--manager-address') + 1] ?? ''
  const counters = await openSsManager(Number(address.split(':')[1])).ping()
  return [...(counters?.values() ?? [])].reduce((sum, bytes) => sum + bytes, 0)
}
