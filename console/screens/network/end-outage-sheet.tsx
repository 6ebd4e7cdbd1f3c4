import { useNavigate } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { Outage } from '../../../contract/console/network.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { bulkKinds } from '../../features/bulk/bulk-draft.ts'
import { useRun } from '../../features/show/use-run.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { outageLine } from './outage-line.ts'

type Props = { outage: Outage; onClose: () => void; onDone: () => void }

/** Ends what is told; the same press leads on to the bulk for those whom it met. */
export default function EndOutageSheet({ outage, onClose, onDone }: Props) {
  const t = useWords('network')
  const base = useWords('base')
  const navigate = useNavigate()
  const mayGive = bulkKinds(useMay()).includes('days')
  const { busy, failure, run } = useRun(onDone)
  const end = (goesOn: boolean) =>
    run(async () => {
      const { id } = await call(consoleApi.network.endOutage, {})
      showMessage('success', t('outageEnded'))
      onClose()
      if (goesOn) void navigate(`/bulk?make=days&outage=${id}`)
    })
  return (
    <Sheet opened onClose={onClose} title={t('outageEndTitle')} closeLabel={base('close')}>
      <div className="gap3">
        <p>{outageLine(t, outage)}</p>
        <p>{t('outageEndText')}</p>
        {failure === null ? null : <p role="alert">{failure}</p>}
        {mayGive ? (
          <ActionButton fill busy={busy} onClick={() => void end(true)}>
            {t('outageEndGood')}
          </ActionButton>
        ) : null}
        <ActionButton fill tone={mayGive ? 'quiet' : 'main'} busy={busy} onClick={() => void end(false)}>
          {t('outageEndOnly')}
        </ActionButton>
      </div>
    </Sheet>
  )
}
