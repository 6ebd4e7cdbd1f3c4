import { isOpenToKeys } from '../../../contract/open-to-keys.ts'
import type { StaffRoute } from './staff-guard.ts'

/** What the document for keys says of a call beside its shape. */
export type KeyDocument = { description: string; security: Record<string, string[]>[]; headers?: object }

/** Null for what no key opens: the document leaves it out. */
export function documentForKeys(route: StaffRoute): KeyDocument | null {
  if (!isOpenToKeys(route)) return null
  const { permission, once, scope, errors } = route
  const lines = [
    `Permission: \`${permission}\`${PLACES[scope ?? 'reseller']}`,
    ...(once ? ['Creates or moves money: send `Idempotency-Key`.'] : []),
    ...(errors.length > 0 ? [`Refusals: ${errors.map((code) => `\`${code}\``).join(', ')}.`] : []),
  ]
  return { description: lines.join('\n\n'), security: [{ key: [] }], ...(once ? { headers: NAMED } : {}) }
}

const PLACES = {
  reseller: '. A key of the platform names the reseller in `?reseller=`.',
  platform: ', for keys of the platform.',
  any: '.',
}

const NAMED = {
  type: 'object',
  required: ['Idempotency-Key'],
  properties: {
    'Idempotency-Key': { type: 'string', minLength: 8, maxLength: 150, description: 'A name that you make up' },
  },
}
