import type { LineNode } from '../../../contract/lines.ts'
import { Card, CardLink } from '../../../ui/components/card.tsx'
import { Flag } from '../../../ui/components/flag.tsx'
import { List, ListRow } from '../../../ui/components/list.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { choiceLook, canInstall, rateText } from '../../features/lines/looks.ts'
import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useWords } from '../../words/language.ts'

const SHOWN = 4

/** What the mode means now: the nodes that it puts first. */
export function FirstNodes({ nodes }: { nodes: readonly LineNode[] }) {
  const t = useWords('speed-mode')
  const words = useWords('user')
  const hasScreen = useHasScreen()
  const first = nodes.filter(canInstall).slice(0, SHOWN)
  const enforcing = nodes.filter(({ enforcesSpeed }) => enforcesSpeed).length
  const to = userPath('line_install')
  return (
    <Card title={t('firstTitle')} end={hasScreen(to) ? <CardLink to={to}>{t('install')}</CardLink> : null}>
      {first.length === 0 ? <p className="soft">{t('noNodes')}</p> : null}
      <List>
        {first.map((node) => {
          const look = choiceLook(node)
          return (
            <ListRow
              key={node.id}
              sign={<Flag region={node.region} />}
              name={node.name}
              about={node.ratePercent === 100 ? null : words('rate', { rate: rateText(node.ratePercent) })}
              value={<StateWord tone={look.tone}>{words(look.word)}</StateWord>}
            />
          )
        })}
      </List>
      {enforcing > 0 ? <p className="soft">{t('classNote', { count: enforcing })}</p> : null}
    </Card>
  )
}
