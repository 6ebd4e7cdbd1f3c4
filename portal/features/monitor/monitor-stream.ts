import { BUILD_HEADER } from '../../../contract/page.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { requestLanguage, withQuery } from '../../../ui/http/client.ts'
import { compareBuild, dataOf, headersOf } from '../../../ui/http/exchange.ts'
import { readMonitorToken } from '../../session/monitor-token.ts'

/** Not a JSON call, so it is not in the table of calls. */
const PATH = '/api/monitor/stream'

/** Opens the live figures with the monitor's token; resumes after `lastId`. Throws ApiError. */
export async function openMonitorStream(
  input: { dailiKey?: number | undefined },
  lastId: string | null,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const url = withQuery(PATH, input)
  const request = { method: 'GET', url, body: null, token: readMonitorToken(), language: requestLanguage() }
  const response = await fetch(url, {
    headers: {
      ...headersOf(request),
      accept: 'text/event-stream',
      ...(lastId === null ? {} : { 'last-event-id': lastId }),
    },
    credentials: 'same-origin',
    cache: 'no-store',
    signal,
  })
  compareBuild(response.headers.get(BUILD_HEADER))
  if (response.status === 200 && response.body) return response.body
  dataOf(response, await response.text())
  throw new ApiError({ code: 'client.answer', status: response.status, message: 'client.answer' })
}
