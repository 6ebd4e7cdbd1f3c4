import { keyPermissions, type Permission } from '../../../contract/permissions.ts'

export const keyPresets = ['read', 'shop', 'desk', 'own'] as const
export type KeyPreset = (typeof keyPresets)[number]

const chosen: Record<Exclude<KeyPreset, 'own'>, readonly Permission[]> = {
  read: keyPermissions.filter((name) => name.endsWith('.read')),
  shop: ['users.read', 'users.write', 'users.give', 'orders.read', 'prices.read', 'cards.read'],
  desk: ['users.read', 'users.help', 'orders.read', 'orders.ask', 'tickets.answer'],
}

/** What a program of this kind needs, of what its maker has: a key never gets more. */
export function presetOf(preset: Exclude<KeyPreset, 'own'>, may: (permission: Permission) => boolean): Set<string> {
  return new Set(chosen[preset].filter(may))
}
