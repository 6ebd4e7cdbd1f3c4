import { BillsPart } from './bills/bills-part.tsx'

/** Bills of the platform's merchants. */
export default function PlatformBillsScreen() {
  return <BillsPart isPlatform />
}
