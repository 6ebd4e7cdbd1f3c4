import { useMutation } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import type { MonitorEvent } from '../../features/monitor/monitor-events.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'

export function useAcknowledge(onChanged: (event: MonitorEvent) => void) {
  const t = useWords('monitor')
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (alertId: number) => call(api.monitor.ack, { alertId }),
    onSuccess(alert) {
      onChanged({ name: 'alert', data: { change: 'acknowledged', alert } })
      showMessage('success', t(alert.resolvedAt === null ? 'acknowledgedNow' : 'closedNow'))
    },
    onError: (error) => showMessage('error', failureText(error)),
  })
  return { acknowledge: (alertId: number) => mutate(alertId), pendingId: isPending ? variables : null }
}
