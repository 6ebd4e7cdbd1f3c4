import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Facts } from '../../../ui/components/facts.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { putFeedUrl } from '../../features/lines/put-line.ts'
import { useWords } from '../../words/language.ts'

export function ResetSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords('line-list')
  const base = useWords('base')
  return (
    <Sheet opened={opened} onClose={onClose} title={t('resetAsk')} closeLabel={base('close')}>
      <Reset onDone={onClose} />
    </Sheet>
  )
}

function Reset({ onDone }: { onDone: () => void }) {
  const t = useWords('line-list')
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(api.lines.resetSub, {}),
    onSuccess: ({ subscriptionUrl }) => {
      putFeedUrl(queries, subscriptionUrl)
      showMessage('success', t('resetDone'))
      onDone()
    },
  })
  return (
    <div className="gap3">
      <Facts
        facts={[
          { icon: 'warning', title: t('resetOld'), text: t('resetOldText') },
          { icon: 'lines', title: t('resetKeep'), text: t('resetKeepText') },
        ]}
      />
      {error ? <Callout tone="bad">{failureText(error)}</Callout> : null}
      <ActionButton fill tone="danger" busy={isPending} onClick={() => mutate()}>
        {t('resetNow')}
      </ActionButton>
    </div>
  )
}
