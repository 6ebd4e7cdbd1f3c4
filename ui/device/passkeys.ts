import { wrapperVariant } from './native-wrapper.ts'

/** The old app's web view has the calls but nothing behind them, so it is not asked. Nor is a bare address: no name, no key. */
export function offersPasskeys(): boolean {
  if (/^[\d.]+$|^\[/.test(location.hostname) || wrapperVariant() === 'old') return false
  return typeof window.PublicKeyCredential === 'function'
}
