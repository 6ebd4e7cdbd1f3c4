import { useMutation } from '@tanstack/react-query'

import { Icon } from '../../../ui/components/icon.tsx'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import css from './balance.module.css'
import { downloadEntries } from './download-entries.ts'
import type { EntryFilter } from './entry-filter.ts'

export function ExportButton({ filter }: { filter: EntryFilter }) {
  const t = useWords('balance')
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadEntries(filter),
    onError: (error) => showMessage('error', failureText(error)),
  })
  return (
    <button type="button" className={css.export} aria-busy={isPending} onClick={isPending ? undefined : () => mutate()}>
      <Icon name="download" size={18} />
      {t('export')}
    </button>
  )
}
