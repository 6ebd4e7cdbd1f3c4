import type { PayDevice } from '../../../contract/payments.ts'
import { hasFlag } from '../../../ui/device/flags.ts'
import { isMobile } from '../../../ui/device/user-agent.ts'

/** A phone goes to the payment app itself; everything else, and the desktop client by its flag, shows a code to scan. */
export function payDevice(): PayDevice {
  return isMobile() && !hasFlag('pc') ? 'wap' : 'qr'
}

/** In a frame the page must stay where it is: cashiers refuse frames, and the top window is not ours. */
export function isFramed(): boolean {
  return hasFlag('iframe') || window.self !== window.top
}
