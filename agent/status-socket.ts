import { rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import path from 'node:path'

export type Status = {
  pid: number
  version: string
  nodeId: number
  server: string
  engine: string
  boot: string
  revision: number
  appliedRevision: number
  usersWanted: number
  usersApplied: number
  usersFailed: number
  pendingBatches: number
  connections: number
  leaseUntil: string | null
  lastContactAt: string | null
  lastError: { at: string; message: string } | null
  alarms: { subject: string; message: string }[]
}

const socketOf = (dir: string) => path.join(dir, 'agent.sock')

/** Only one agent may work in a folder: the process that answers on its socket owns the folder. */
export async function serveStatus(dir: string, getStatus: () => Status | null): Promise<Server> {
  if (await askStatus(dir)) throw new Error(`an agent is already running in ${dir}`)
  rmSync(socketOf(dir), { force: true })
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(JSON.stringify(getStatus()))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(socketOf(dir), resolve)
  })
  return server
}

export function askStatus(dir: string): Promise<Status | null> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(socketOf(dir))
    socket.setTimeout(5_000, () => socket.destroy())
    socket.on('data', (part) => (text += part.toString('utf8')))
    socket.on('error', () => resolve(null))
    socket.on('close', () => resolve(text === '' ? null : (JSON.parse(text) as Status)))
  })
}
