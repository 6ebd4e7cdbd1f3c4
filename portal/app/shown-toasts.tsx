import { dismissToast, useToasts } from '../../ui/components/toast-store.ts'
import { Toasts } from '../../ui/components/toasts.tsx'
import { useWords } from '../words/language.ts'

export function ShownToasts() {
  const t = useWords('base')
  const toasts = useToasts((state) => state.toasts)
  return <Toasts toasts={toasts} closeLabel={t('close')} onClose={dismissToast} />
}
