import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'
import type { NoticeBlock } from '../../../contract/notices.ts'
import { NoticeBody } from '../../../ui/components/notice-body.tsx'
import { call } from '../../session/call.ts'

const PAUSE_MS = 250

/** The typed text as blocks, made by the server. */
export function useTextBlocks(typed: string): readonly NoticeBlock[] {
  const [body] = useDebouncedValue(typed, PAUSE_MS)
  const { data } = useQuery({
    queryKey: [consoleApi.brand.previewText.path, body],
    queryFn: () => call(consoleApi.brand.previewText, { body }, { quiet: true }),
    placeholderData: (before) => before,
    enabled: body.trim() !== '',
  })
  return body.trim() === '' ? [] : (data?.blocks ?? [])
}

/** Shows links without making them work. */
export function TextReading({ blocks }: { blocks: readonly NoticeBlock[] }) {
  return (
    <div onClickCapture={(event) => event.preventDefault()}>
      <NoticeBody blocks={blocks} onLeave={() => {}} />
    </div>
  )
}
