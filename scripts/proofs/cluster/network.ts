import { execFileSync } from 'node:child_process'

/**
 * Machines of a network that exists only here: a network namespace each, and a bridge between them that includes this
 * machine. Every program in a namespace belongs to that machine.
 */
export type Network = {
  machines: readonly Machine[]
  /** Replaces the addresses in the files of deploy/cluster by ours. */
  readdress(text: string): string
  remove(): void
}
export type Machine = {
  number: number
  name: string
  address: string
  space: string
  pids(): number[]
  /** Cuts it off from the other machines of the network; this machine can still reach it. */
  cutOff(): void
  rejoin(): void
}

const FILES = '10.20.0.'

export function makeNetwork(count: number): Network {
  const tag = `yx${process.pid}`
  const prefix = `10.213.${process.pid % 250}.`
  const addressOf = (number: number) => `${prefix}1${number}`
  const machines: Machine[] = []
  const remove = () => {
    for (const { space, pids } of machines) {
      for (const pid of pids()) signal(pid, 'SIGKILL')
      ip(`netns delete ${space}`)
    }
    ip(`link delete ${tag}b`)
  }
  ip(`link add ${tag}b type bridge`)
  try {
    ip(`address add ${prefix}254/24 dev ${tag}b`)
    ip(`link set ${tag}b up`)
    for (let number = 1; number <= count; number += 1) {
      const space = `${tag}-${number}`
      ip(`netns add ${space}`)
      const others = Array.from({ length: count }, (_, at) => at + 1).filter((other) => other !== number)
      machines.push({
        number,
        name: `pg${number}`,
        address: addressOf(number),
        space,
        pids: () => ip(`netns pids ${space}`).split('\n').filter(Boolean).map(Number),
        cutOff: () => others.forEach((other) => ip(`-n ${space} route add blackhole ${addressOf(other)}/32`)),
        rejoin: () => others.forEach((other) => ip(`-n ${space} route delete blackhole ${addressOf(other)}/32`)),
      })
      ip(`link add ${tag}v${number} type veth peer name eth0 netns ${space}`)
      ip(`link set ${tag}v${number} master ${tag}b up`)
      ip(`-n ${space} address add ${addressOf(number)}/24 dev eth0`)
      ip(`-n ${space} link set eth0 up`)
      ip(`-n ${space} link set lo up`)
    }
  } catch (error) {
    remove()
    throw error
  }
  return { machines, readdress: (text) => text.replaceAll(FILES, prefix), remove }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process ended by itself.
  }
}

function ip(words: string): string {
  return execFileSync('/usr/sbin/ip', words.split(' '), { encoding: 'utf8' })
}
