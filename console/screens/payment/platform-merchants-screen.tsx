import { consoleApi } from '../../../contract/console/api.ts'
import { MerchantsPart } from '../../features/merchants/merchants-part.tsx'

/** The platform's own payment accounts, tested before users can pay with them. */
export default function PlatformMerchantsScreen() {
  return <MerchantsPart api={consoleApi.platformMerchants} isPlatform />
}
