import { readStored } from '../../ui/device/storage.ts'

let refused: string | null = null

export function noteRefused(credential: string): void {
  refused = credential
}

/**
 * True when the stored credential was refused since the page loaded. It stays stored, because another reseller of this
 * origin may accept it.
 */
export function isStoredRefused(): boolean {
  return refused !== null && refused === readStored('password')
}
