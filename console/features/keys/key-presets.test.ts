import { expect, it } from 'vitest'

import { builtInRoles, keyPermissions } from '../../../contract/permissions.ts'
import { presetOf } from './key-presets.ts'

const owner = (name: (typeof keyPermissions)[number]) => builtInRoles.reseller.owner.has(name)

it('gives each kind of program what it needs, and nothing that no key may have', () => {
  for (const preset of ['read', 'shop', 'desk'] as const) {
    const given = [...presetOf(preset, owner)]
    expect(given.length, preset).toBeGreaterThan(3)
    expect(given.filter((name) => !(keyPermissions as readonly string[]).includes(name))).toEqual([])
  }
})

it('a key that reads changes nothing, and a support bot sees no money', () => {
  expect([...presetOf('read', owner)].filter((name) => !name.endsWith('.read'))).toEqual([])
  for (const name of ['money.read', 'prices.read', 'users.give']) expect(presetOf('desk', owner)).not.toContain(name)
})

it('never has more than its maker', () => {
  expect([...presetOf('shop', (name) => name === 'users.read')]).toEqual(['users.read'])
})
