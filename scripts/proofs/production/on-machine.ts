import { spawnSync } from 'node:child_process'

import { findProgram } from '../../../server/test/run/requires.ts'
import { root } from '../../step.ts'
import { makeMachine, SUITES, type Machine, type Suite } from './machine.ts'
import { step } from './step.ts'

export const SITE = 'portal.example.com'
const REPOSITORY = 'https://git.example.com/yuxian.git'
const NEEDED = { debootstrap: 'debootstrap', 'systemd-nspawn': 'systemd-container', nsenter: 'util-linux', git: 'git' }

/** Walks on a bare Debian that is made and thrown away. The documents' repository is the committed one. */
export async function proveOnMachine(walk: (machine: Machine) => Promise<void>): Promise<boolean> {
  const lack = findLack()
  if (lack) {
    console.log(`  ✗ ${lack}`)
    return false
  }
  // It may be named behind the proof's name.
  const suite = process.argv[3] ?? 'bookworm'
  if (!isSuite(suite)) {
    console.log(`  ✗ ${suite} is none of ${Object.keys(SUITES).join(', ')}`)
    return false
  }
  let machine: Machine | null = null
  try {
    await step(`a bare ${SUITES[suite]}, with systemd and a network of its own`, async () => {
      machine = await makeMachine(root, REPOSITORY, suite)
    })
    await walk(machine!)
    return true
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
    return false
  } finally {
    await (machine as Machine | null)?.remove()
  }
}

const isSuite = (name: string): name is Suite => Object.hasOwn(SUITES, name)

function findLack(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on a Linux, to boot a machine'
  const missing = () => Object.entries(NEEDED).filter(([program]) => findProgram(program) === null)
  const packages = missing().map(([, name]) => name)
  if (packages.length > 0 && findProgram('apt-get')) {
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { stdio: 'ignore' })
  }
  const names = missing().map(([, name]) => name)
  return names.length === 0 ? null : `it needs the packages ${names.join(', ')}`
}
