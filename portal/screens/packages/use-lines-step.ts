import { useNavigate } from 'react-router'

import { useHasScreen } from '../../state/available-screens.ts'
import type { Next } from '../../features/paying/outcome-step.tsx'
import { useWords } from '../../words/language.ts'
import { userPath } from '../../paths.ts'
import { useKnownInfo } from '../../state/known-info.ts'

/** What follows a purchase: the first line, or a look at the ones there are. */
export function useLinesStep(): Next | undefined {
  const t = useWords('user')
  const navigate = useNavigate()
  const hasScreen = useHasScreen()
  const isFirst = useKnownInfo((info) => info.lineCount === 0) ?? false
  const path = userPath(isFirst ? 'line_install' : 'line_list')
  if (!hasScreen(path)) return undefined
  return { label: t(isFirst ? 'installFirst' : 'viewLines'), onNext: () => void navigate(path) }
}
