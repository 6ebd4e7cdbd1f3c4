import type { ShownUser } from '../../../contract/console/user-fields.ts'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { isWorking, lineLook } from '../../../ui/components/line-look.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import { Figure, Figures } from '../../features/show/figure.tsx'
import { When } from '../../features/show/when.tsx'
import { useWords } from '../../words/language.ts'
import css from './user.module.css'

const DAY_S = 86_400

/**
 * What is asked first about a user: until when, last seen, with how many devices, whether the lines work, and what
 * colleagues wrote.
 */
export function Glance({ user }: { user: ShownUser }) {
  const t = useWords('user')
  const states = useWords('states')
  const { package: plan, lastTrafficAt, connected, notes } = user
  const [newest] = notes
  const nodes = [...new Set(connected.map(({ node }) => node))]
  return (
    <div className={css.glance}>
      <Figures>
        <Figure label={t('ends')} value={endText()} note={plan?.name} />
        <Figure
          label={t('lastSeen')}
          value={lastTrafficAt === null ? t('never') : <When at={lastTrafficAt} ago />}
          note={lastTrafficAt === null ? undefined : recordText(lastTrafficAt)}
        />
        <Figure
          label={t('online')}
          value={plan ? t('onlineOf', { count: connected.length, most: plan.deviceLimit }) : String(connected.length)}
          note={nodes.join(' · ') || undefined}
        />
        <Figure label={t('lines')} {...linesFigure()} />
      </Figures>
      {newest ? (
        <Callout tone="info">
          {newest.body}
          {` — ${newest.author} · ${recordText(newest.at)}`}
        </Callout>
      ) : null}
    </div>
  )

  /** The lines that do not work are named; an active line is worth only as much as its node. */
  function linesFigure() {
    const looks = user.lines.map((line) => ({ ...lineLook(line), node: line.node }))
    const broken = looks.filter(({ word }) => !isWorking(word))
    const tone = broken.some((look) => look.tone === 'bad') ? ('bad' as const) : ('warn' as const)
    const value = t('linesOf', { count: looks.length - broken.length, all: looks.length })
    if (looks.length === 0) return { value: t('noLines') }
    if (broken.length === 0) return { value, note: looks.map(({ node }) => node).join(' · ') }
    return { value, tone, note: broken.map(({ node, word }) => `${node} ${states(word)}`).join(' · ') }
  }

  function endText(): string {
    if (plan === null) return t('noPackage')
    if (plan.bankedSeconds > 0) return t('kept', { count: Math.floor(plan.bankedSeconds / DAY_S) })
    if (plan.startsBy !== null) return t('waits')
    return plan.expiresAt === null ? t('noEnd') : recordText(plan.expiresAt)
  }
}
