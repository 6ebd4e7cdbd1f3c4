import { Agent } from '../agent.ts'
import { log } from '../log.ts'
import { readSettings } from '../settings.ts'
import { serveStatus } from '../status-socket.ts'
import { AGENT_VERSION } from '../version.ts'

export async function run(dir: string): Promise<number> {
  const settings = readSettings(dir)
  // Do this before reading anything: a second agent in the same folder must touch nothing.
  const box: { agent: Agent | null } = { agent: null }
  const server = await serveStatus(dir, () => box.agent?.status() ?? null)
  const agent = new Agent(dir, settings)
  box.agent = agent
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => agent.end())
  log('info', 'started', { version: AGENT_VERSION, nodeId: settings.nodeId, server: settings.server, pid: process.pid })
  // Without its launcher nobody would start the next release. The engine serves on, as after a kill.
  if (process.send) process.on('disconnect', () => process.exit(1))
  const exitCode = await agent.run()
  server.close()
  return exitCode
}
