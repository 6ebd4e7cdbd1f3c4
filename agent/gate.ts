import { execFile } from 'node:child_process'
import { isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { promisify } from 'node:util'

import { addressToNumber } from './drivers/blocked-ranges.ts'

const run = promisify(execFile)
/** One address at one port of the node. */
export type Shut = { address: string; port: number }

/** Each shut address costs every packet some nanoseconds. */
const SHUT_MAX = 256
/** Loads count from the network header, whatever the kind of network device. */
const NETWORK = 0xfff00000
const DROP = 2
const GO_ON = 0xffffffff

/**
 * Shuts addresses out in the kernel, before the engine sees them, because no engine here can do this while it runs.
 * Uses a filter on incoming packets by `tc` of iproute2, which needs CAP_NET_ADMIN like `ss -K`. The filter outlives a
 * killed agent, and the next agent starts with an empty filter.
 */
export function openGate(tc: string) {
  let done = ''
  let lastMark = 0
  const filter = (action: string, device: string, mark: number) =>
    ['filter', action, 'dev', device, 'ingress', 'protocol', 'all', 'pref', String(mark)] as const

  async function put(device: string, mark: number, code: string): Promise<void> {
    const words = [...filter('replace', device, mark), 'handle', '1', 'bpf', 'da', 'bytecode', code]
    // If the qdisc that holds filters is missing, create it and try again.
    await run(tc, words).catch(async () => {
      await run(tc, ['qdisc', 'add', 'dev', device, 'clsact']).catch(() => {})
      await run(tc, words).catch((error: unknown) => {
        // Leave out the command: it is long and names addresses.
        throw new Error(`${tc} cannot filter on ${device}: ${reasonOf(error)}`)
      })
    })
  }

  return {
    /** Shuts out exactly these addresses. `mark` is the node's port. Returns whether anything changed. */
    async keep(mark: number, shut: readonly Shut[]): Promise<boolean> {
      const code = shut.length > 0 ? filterCode(shut.slice(0, SHUT_MAX)) : ''
      const devices = [...new Set(Object.keys(networkInterfaces()).map((name) => name.split(':')[0] ?? name))]
      const wanted = JSON.stringify([mark, code, devices])
      if (wanted === done) return false
      for (const device of devices) {
        // The node has a different port now.
        if (lastMark !== 0 && lastMark !== mark) await run(tc, filter('del', device, lastMark)).catch(() => {})
        if (code) await put(device, mark, code)
        else await run(tc, filter('del', device, mark)).catch(() => {})
      }
      done = wanted
      lastMark = mark
      return true
    },
  }
}

function reasonOf(error: unknown): string {
  const { stderr, code } = error as { stderr?: string; code?: string | number }
  return stderr?.trim().split('\n')[0] || String(code)
}

/**
 * Classic BPF in `tc` form: the number of instructions, then each as `operation, jump if true, jump if false, operand`.
 */
function filterCode(shut: readonly Shut[]): string {
  const byte = (at: number) => `48 0 0 ${NETWORK + at}`
  const half = (at: number) => `40 0 0 ${NETWORK + at}`
  const word = (at: number) => `32 0 0 ${NETWORK + at}`
  const unless = (value: number, skip: number) => `21 0 ${skip} ${value}`
  const leave = (answer: number) => `6 0 0 ${answer}`
  const lines = shut.flatMap(({ address, port }) => {
    const isOld = isIPv4(address)
    const digits = addressToNumber(address)
      .toString(16)
      .padStart(isOld ? 8 : 32, '0')
    const words = (digits.match(/.{8}/g) ?? []).map((part) => Number.parseInt(part, 16))
    const [version, source, destinationPort] = isOld ? [0x40, 12, 22] : [0x60, 8, 42]
    const tests: [load: string[], value: number][] = [
      [[byte(0), `84 0 0 ${0xf0}`], version],
      ...words.map((value, at): [string[], number] => [[word(source + 4 * at)], value]),
      [[half(destinationPort)], port],
    ]
    const sizes = tests.map(([load]) => load.length + 1)
    return [
      ...tests.flatMap(([load, value], at) => {
        const after = sizes.slice(at + 1).reduce((sum, size) => sum + size, 0)
        return [...load, unless(value, after + 1)]
      }),
      leave(DROP),
    ]
  })
  const whole = [...lines, leave(GO_ON)]
  return `${whole.length},${whole.join(',')}`
}
