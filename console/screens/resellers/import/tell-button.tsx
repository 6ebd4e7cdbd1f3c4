import { consoleApi } from '../../../../contract/console/api.ts'
import { ActionButton } from '../../../../ui/components/action-button.tsx'
import { downloadFromSheets } from '../../../../ui/components/sheet-history.ts'
import { withQuery } from '../../../../ui/http/client.ts'
import { useMay } from '../../../session/session.ts'
import { useWords } from '../../../words/language.ts'

/** All users who must be told something, as a file. The browser fetches it itself: it may be long. */
export function TellButton({ importId }: { importId: number }) {
  const t = useWords('imports')
  const may = useMay()
  if (!may('users.export')) return null
  const take = () => downloadFromSheets(withQuery(consoleApi.imports.tell.path, { importId }))
  return (
    <ActionButton tone="quiet" icon="download" onClick={take}>
      {t('tellList')}
    </ActionButton>
  )
}
