import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..', '..')

export type Yx = <T>(...words: string[]) => T

/** Runs the operator's commands, one process each. A refusal ends the walk. */
export function makeYx(env: NodeJS.ProcessEnv): Yx {
  return <T>(...words: string[]): T => {
    console.log(`$ yx ${words.map((word) => (/^[\w.:/-]+$/.test(word) ? word : `'${word}'`)).join(' ')}`)
    const run = spawnSync(process.execPath, ['server/cli/main.ts', ...words, '--json'], {
      cwd: root,
      env,
      encoding: 'utf8',
    })
    const answer = JSON.parse(run.stdout || '{}') as { success?: boolean; data: T }
    if (run.status !== 0 || !answer.success) throw new Error(`yx ${words.join(' ')}: ${run.stdout}${run.stderr}`)
    console.log(`  ${shown(answer.data)}`)
    return answer.data
  }
}

/** Hide card keys: they are worth money, even in a terminal's history. */
function shown(data: unknown): string {
  return JSON.stringify(data, (key, value) => (key === 'codes' ? `${(value as unknown[]).length} keys` : value))
}

export type Shop = { reseller: number; host: string; node: number; enrolToken: string; codes: string[] }

/** Makes a reseller with brand and domain, a package with prices, a node and card keys, by commands only. */
export function openShop(yx: Yx): Shop {
  const host = 'portal.seabreeze.example'
  const { reseller } = yx<{ reseller: number }>('resellers', 'add')
  const whose = ['--reseller', String(reseller)]
  yx('resellers', 'set', ...whose, '--title', '海风加速', '--accent', '#0f766e')
  // With a real DNS zone: add it without --verified, write the record it prints, then run domains verify.
  yx('domains', 'add', ...whose, '--host', host, '--verified', '--main')
  const limits = ['--gb', '100', '--devices', '3', '--lines', '5']
  const { package: id } = yx<{ package: number }>('packages', 'add', '--kind', 'plan', '--name', '轻享版', ...limits)
  const what = ['--package', String(id)]
  const list = ['--list', '0', ...what]
  yx('price-lists', 'set', ...list, '--period', 'month', '--wholesale', '700', '--suggested', '1500')
  yx('price-lists', 'set', ...list, '--period', 'year', '--wholesale', '7000', '--suggested', '14400')
  yx('offers', 'fill', ...whose)
  const paid = ['--as', 'paid-in', '--fen', '10000', '--reason', '银行转账']
  yx('balances', 'adjust', ...whose, ...paid, '--dry-run')
  yx('balances', 'adjust', ...whose, ...paid)
  const place = ['--region', 'HK', '--address', 'hk1.seabreeze.example', '--port', '443', '--protocol', 'vless']
  const { node } = yx<{ node: number }>('nodes', 'add', '--name', '香港一', ...place)
  const { token } = yx<{ token: string }>('nodes', 'enrol', '--node', String(node))
  const cards = ['--kind', 'package', ...what, '--value', '1', '--count', '3']
  const { codes } = yx<{ codes: string[] }>('cards', 'buy', ...whose, ...cards)
  return { reseller, host, node, enrolToken: token, codes }
}
