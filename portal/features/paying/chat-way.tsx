import { useWords } from '../../words/language.ts'
import { brandedAddress } from '../../state/branded-address.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { Button } from '../../../ui/components/auth/button.tsx'
import { copyText } from '../../../ui/device/copy-text.ts'
import { LeaveChat } from './leave-chat.tsx'

/** In a chat app that does not let this payment page open: on in a real browser, where the payment is found again. */
export function ChatWay({ wayName }: { wayName: string }) {
  const t = useWords('paying')
  const copy = async () => {
    const copied = await copyText(brandedAddress())
    showMessage(copied ? 'success' : 'error', t(copied ? 'pageCopied' : 'pageNotCopied'))
  }
  return (
    <>
      <LeaveChat>{t('chatText', { way: wayName })}</LeaveChat>
      <Button onClick={() => void copy()}>{t('copyPage')}</Button>
    </>
  )
}
