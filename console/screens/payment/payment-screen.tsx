import { consoleApi } from '../../../contract/console/api.ts'
import type { MerchantRow } from '../../../contract/console/merchants.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { AddSheet } from './add-sheet.tsx'
import { KeysSheet } from './keys-sheet.tsx'
import { MerchantLine } from './merchant-line.tsx'
import css from './payment.module.css'
import { SwitchSheet } from './switch-sheet.tsx'
import { MerchantsPart } from '../../features/merchants/merchants-part.tsx'

export default function PaymentScreen() {
  return <MerchantsPart api={consoleApi.merchants} />
}
