import { consoleApi } from '../../../contract/console/api.ts'
import { MerchantsPart } from '../../features/merchants/merchants-part.tsx'

/** The platform's own payment accounts, tried before anybody pays by them. */
export default function PlatformMerchantsScreen() {
  return <MerchantsPart api={consoleApi.platformMerchants} isPlatform />
}
