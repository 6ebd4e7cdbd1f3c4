import type { Agency } from '../../../contract/agencies.ts'
import { writeAppKey } from '../../../contract/app-key.ts'
import { limits } from '../../../contract/limits.ts'
import { at } from './sample-time.ts'

export const AGENCY_FEE_FEN = limits.agencyFeeFen
const KEY = 1000

const own: { agency: Agency | null; name: string } = { agency: null, name: '' }

export function rememberAgencyName(name: string): void {
  own.name = name
}

export function loadAgency(): Agency | null {
  return own.agency
}

export function openAgency(): Agency {
  own.agency = {
    daili_id: KEY,
    app_key: writeAppKey(KEY),
    name: own.name,
    portalUrl: `${location.origin}/demo?app_key=${writeAppKey(KEY)}`,
    approved: false,
    suspended: false,
    openedAt: at(0),
  }
  return own.agency
}
