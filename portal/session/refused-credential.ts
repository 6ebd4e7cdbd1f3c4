import { readStored } from '../../ui/device/storage.ts'

let refused: string | null = null

export function noteRefused(credential: string): void {
  refused = credential
}

/** Whether what is stored now was refused since the page was loaded. It stays stored: another reseller of this origin may take it. */
export function isStoredRefused(): boolean {
  return refused !== null && refused === readStored('password')
}
