import { Toasts } from '../components/toasts.tsx'
import { useWords } from '../locales/language.ts'
import { dismissNotice, useNotices } from '../state/notices.ts'

export function Notices() {
  const t = useWords('base')
  const notices = useNotices((state) => state.notices)
  return <Toasts toasts={notices} closeLabel={t('close')} onClose={dismissNotice} />
}
