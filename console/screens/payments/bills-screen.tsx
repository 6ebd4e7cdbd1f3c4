import { BillsPart } from './bills/bills-part.tsx'

/** Bills of the reseller's own merchants. */
export default function BillsScreen() {
  return <BillsPart isPlatform={false} />
}
