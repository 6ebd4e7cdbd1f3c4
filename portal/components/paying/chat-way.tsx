import { useWords } from '../../locales/language.ts'
import { brandedAddress } from '../../brand/branded-address.ts'
import { showMessage } from '../../state/notices.ts'
import { Button } from '../auth/button.tsx'
import { copyText } from '../copy-text.ts'
import { LeaveChat } from '../leave-chat.tsx'

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
