// `npm run local-node`: a real node on this machine for the sandbox that `npm start` runs in another terminal.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { settingsFile } from '../agent/settings.ts'
import { readConfig } from '../server/config.ts'
import { freePort } from '../test/free-port.ts'
import { root } from './step.ts'

const config = readConfig()
const dir = path.join(config.dataDir, 'local-node')

if (spawnSync('sh', ['-c', 'command -v v2ray']).status !== 0) {
  stop('This needs the v2ray engine. On Debian or Ubuntu: apt-get install v2ray')
}
if (!existsSync(settingsFile(dir))) await enrol()
console.log('Install a line on 本机节点 at /user/line_install, then import it into a client on this machine.')
const agent = spawn(process.execPath, ['agent/main.ts', 'run', '--dir', dir], { cwd: root, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => agent.kill('SIGTERM'))
agent.on('exit', (code) => (process.exitCode = code ?? 1))

async function enrol(): Promise<void> {
  const place = ['--address', '127.0.0.1', '--port', String(await freePort()), '--region', 'CN']
  const { node } = yx<{ node: number }>(['nodes', 'add', '--name', '本机节点', '--protocol', 'vless', ...place])
  const { token } = yx<{ token: string }>(['nodes', 'enrol', '--node', String(node)])
  const words = ['agent/main.ts', 'enrol', '--server', config.publicUrl, '--token', token, '--dir', dir]
  if (spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' }).status !== 0) {
    stop('The server did not answer. Is `npm start` running in another terminal?')
  }
  // This node serves only clients on this machine, so it listens on no other address, and they may reach the portal
  // here.
  const settings = JSON.parse(readFileSync(settingsFile(dir), 'utf8')) as object
  const own = { listen: '127.0.0.1', reach: ['127.0.0.1/32'] }
  writeFileSync(settingsFile(dir), JSON.stringify({ ...settings, ...own }), { mode: 0o600 })
}

function yx<T>(words: string[]): T {
  const run = spawnSync(process.execPath, ['server/cli/main.ts', ...words, '--json'], { cwd: root, encoding: 'utf8' })
  if (run.status !== 0) stop(run.stdout + run.stderr)
  return (JSON.parse(run.stdout) as { data: T }).data
}

function stop(message: string): never {
  console.error(message)
  process.exit(1)
}
