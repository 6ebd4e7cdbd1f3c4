import { consoleApi } from '../../../contract/console/api.ts'
import { MerchantsPart } from '../../features/merchants/merchants-part.tsx'

export default function PaymentScreen() {
  return <MerchantsPart api={consoleApi.merchants} />
}
