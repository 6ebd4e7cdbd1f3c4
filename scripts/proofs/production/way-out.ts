import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Server, type Socket } from 'node:net'

const PORT = 3128
export const WAY_OUT = `http://127.0.0.1:${PORT}`

/** Runs in the machine's network, and hands over what listens there: the process that gets it has another network. */
const LISTEN = `
const server = require('node:net').createServer()
server.listen(${PORT}, '127.0.0.1', () => process.send('listening', server, () => process.exit(0)))
`

/**
 * The machine has its own network, which is nothing but its loopback, so its ports are its own. What its programs get from
 * outside goes by this proxy. Ends with the returned function.
 */
export async function openWayOut(leader: number): Promise<() => void> {
  const args = ['--target', String(leader), '--net', process.execPath, '--eval', LISTEN]
  const child = spawn('nsenter', args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [, listening] = (await once(child, 'message')) as [string, Server]
  const proxy = createServer(forward)
  proxy.on('connect', tunnel)
  listening.on('connection', (socket) => proxy.emit('connection', socket))
  return () => {
    listening.close()
    proxy.closeAllConnections()
  }
}

function forward(asked: IncomingMessage, answer: ServerResponse): void {
  const { method, headers, url = '' } = asked
  const onward = request(url, { method, headers }, (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers)
    got.pipe(answer)
  })
  onward.on('error', () => answer.destroy())
  asked.pipe(onward)
}

function tunnel({ url = '' }: IncomingMessage, inner: Socket, head: Buffer): void {
  const [host = '', port = '443'] = url.split(':')
  const outer = connect(Number(port), host, () => {
    inner.write('HTTP/1.1 200 OK\r\n\r\n')
    outer.write(head)
    outer.pipe(inner).pipe(outer)
  })
  outer.on('error', () => inner.destroy())
  inner.on('error', () => outer.destroy())
}
