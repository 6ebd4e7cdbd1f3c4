import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import type { SpeedMode } from '../../../contract/lines.ts'
import { call } from '../../../ui/http/client.ts'
import { NODES_KEY } from '../../features/lines/use-lines.ts'
import { useWords } from '../../words/language.ts'
import { loadUserInfo } from '../../session/user-info.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { modes } from './modes.ts'

export function useChooseMode() {
  const t = useWords('speed-mode')
  const user = useWords('user')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (mode: SpeedMode) => call(api.lines.speedMode, { mode }),
    onSuccess: async ({ mode }) => {
      await Promise.all([queries.invalidateQueries({ queryKey: NODES_KEY }), loadUserInfo({ skipRecent: true })])
      showMessage('success', t('chosen', { mode: user(modes[mode].name) }))
    },
    // Refused because the account was paused elsewhere: show how things stand now.
    onError: () => void loadUserInfo({ skipRecent: true }),
  })
}
