import { consoleApi } from '../../../contract/console/api.ts'
import { downloadFromSheets } from '../../../ui/components/sheet-history.ts'
import { withQuery } from '../../../ui/http/client.ts'
import { namedReseller } from '../../session/session.ts'

/** The browser fetches the file itself: it may be long, and the page keeps none of it. */
export function exportUsers(asked: object): void {
  downloadFromSheets(withQuery(consoleApi.users.export.path, { ...asked, ...namedReseller() }))
}
