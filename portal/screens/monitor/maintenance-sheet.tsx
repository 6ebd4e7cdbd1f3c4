import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { MonitorNode } from '../../../contract/monitor-figures.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Facts } from '../../../ui/components/facts.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import type { MonitorEvent } from '../../features/monitor/monitor-events.ts'
import { useWords } from '../../words/language.ts'

type Props = { node: MonitorNode | null; onClose: () => void; onChanged: (event: MonitorEvent) => void }

/** Asks first, because the switch is in a list that people scroll with a thumb. */
export function MaintenanceSheet({ node, onClose, onChanged }: Props) {
  const t = useWords('monitor')
  const base = useWords('base')
  // Keeps its content while the sheet slides away.
  const [shown, setShown] = useState(node)
  if (node !== null && node !== shown) setShown(node)
  if (shown === null) return null
  const { name, inMaintenance } = shown
  return (
    <Sheet
      opened={node !== null}
      onClose={onClose}
      title={inMaintenance ? t('serveAsk', { name }) : t('maintainAsk', { name })}
      closeLabel={base('close')}
    >
      <Ask node={shown} onClose={onClose} onChanged={onChanged} />
    </Sheet>
  )
}

function Ask({ node, onClose, onChanged }: Props & { node: MonitorNode }) {
  const t = useWords('monitor')
  const { id: nodeId, name, inMaintenance } = node
  const { mutate, isPending, error } = useMutation({
    mutationFn: (on: boolean) => call(api.monitor.maintenance, { nodeId, on }),
    onSuccess({ on }) {
      onChanged({ name: 'maintenance', data: { nodeId, nodeName: name, on, at: new Date().toISOString() } })
      showMessage('success', on ? t('maintained', { name }) : t('served', { name }))
      onClose()
    },
  })
  return (
    <div className="gap4">
      {inMaintenance ? (
        <p>{t('serveText')}</p>
      ) : (
        <Facts
          facts={[
            { icon: 'install', title: t('maintainPlace') },
            { icon: 'move', title: t('maintainFeeds') },
            { icon: 'bell', title: t('maintainQuiet') },
          ]}
        />
      )}
      {error ? <Callout tone="bad">{failureText(error)}</Callout> : null}
      <ActionButton fill busy={isPending} onClick={() => mutate(!inMaintenance)}>
        {t(inMaintenance ? 'serveNow' : 'maintainNow')}
      </ActionButton>
    </div>
  )
}
