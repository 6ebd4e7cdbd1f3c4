import { createSocket } from 'node:dgram'

const ANSWER_TIMEOUT_MS = 2_000
/** Wait for more datagrams: a long answer comes in several, without an end mark. */
const MORE_TIMEOUT_MS = 100

export type SsManager = ReturnType<typeof openSsManager>

/**
 * The manager's control port. Nothing ties an answer to its question, so ask one question at a time from a separate
 * socket. It has no authentication: use it on loopback only.
 */
export function openSsManager(port: number) {
  async function ask(command: string, isWhole: (text: string) => boolean): Promise<string | null> {
    const socket = createSocket('udp4')
    try {
      return await new Promise<string | null>((resolve, reject) => {
        let text = ''
        let timer = setTimeout(() => resolve(null), ANSWER_TIMEOUT_MS)
        socket.on('error', reject)
        socket.on('message', (part) => {
          text += part.toString('utf8')
          clearTimeout(timer)
          if (isWhole(text)) resolve(text)
          else timer = setTimeout(() => resolve(text), MORE_TIMEOUT_MS)
        })
        socket.connect(port, '127.0.0.1', () => socket.send(command))
      })
    } catch {
      // The connection was refused: no manager is there.
      return null
    } finally {
      socket.close()
    }
  }
  const whole = () => true
  return {
    /** The manager says `ok` even for an unknown method with no server behind it, so callers must check themselves. */
    add: (user: { port: number; password: string; method: string }) =>
      ask(`add: ${JSON.stringify({ server_port: user.port, password: user.password, method: user.method })}`, whole),
    remove: (server_port: number) => ask(`remove: ${JSON.stringify({ server_port })}`, whole),
    /** Bytes of each port, both directions together, from its last report: up to 5 s old. Null without an answer. */
    async ping(): Promise<Map<number, number> | null> {
      const text = await ask('ping', (part) => part.length < 30_000)
      if (text === null) return null
      return new Map([...text.matchAll(/"(\d+)":(\d+)/g)].map(([, port, bytes]) => [Number(port), Number(bytes)]))
    },
  }
}
