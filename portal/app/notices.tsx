import { Toasts } from '../../ui/components/toasts.tsx'
import { useWords } from '../words/language.ts'
import { dismissNotice, useNotices } from '../../ui/components/toast-store.ts'

export function Notices() {
  const t = useWords('base')
  const notices = useNotices((state) => state.notices)
  return <Toasts toasts={notices} closeLabel={t('close')} onClose={dismissNotice} />
}
