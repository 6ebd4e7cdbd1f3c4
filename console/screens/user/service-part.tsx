import { formatBytes } from '../../../contract/bytes.ts'
import type { ShownUser } from '../../../contract/console/user-fields.ts'
import { lineLook } from '../../../ui/components/line-look.ts'
import { Rows } from '../../../ui/components/rows.tsx'
import { ShareBar } from '../../../ui/components/share-bar.tsx'
import { shareTone } from '../../../ui/components/share-tone.ts'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import items from '../../features/show/item-rows.module.css'
import { moneyText } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { useWords } from '../../words/language.ts'

/** What the user has, and how it stands: plan, lines and money. Its end and the devices are the figures above. */
export function ServicePart({ user }: { user: ShownUser }) {
  return (
    <>
      <PackagePart user={user} />
      {user.lines.length === 0 ? null : <LinesPart user={user} />}
      <MoneyPart user={user} />
    </>
  )
}

function MoneyPart({ user: { balanceFen, commissionFen, pendingFen, heldFen } }: { user: ShownUser }) {
  const t = useWords('user')
  const named = [
    { name: t('balance'), fen: balanceFen },
    { name: t('commission'), fen: commissionFen },
    { name: t('pendingCommission'), fen: pendingFen || null },
    { name: t('heldCommission'), fen: heldFen || null },
  ]
  return (
    <Section title={t('tabMoney')}>
      <Rows rows={named.flatMap(({ name, fen }) => (fen === null ? [] : [{ name, value: moneyText(fen) }]))} />
    </Section>
  )
}

function PackagePart({ user }: { user: ShownUser }) {
  const t = useWords('user')
  const { package: plan, usedBytes, totalBytes } = user
  const percent = totalBytes > 0 ? Math.round((usedBytes / totalBytes) * 100) : 0
  return (
    <Section title={plan?.name ?? t('noPackage')}>
      {plan ? (
        <>
          <ShareBar percent={percent} tone={totalBytes > 0 ? shareTone(usedBytes, totalBytes, 85) : 'brand'} />
          <Rows
            rows={[
              { name: t('traffic'), value: `${formatBytes(usedBytes)} / ${formatBytes(totalBytes)}` },
              ...(plan.startsBy ? [{ name: t('waitsUntil'), value: recordText(plan.startsBy) }] : []),
              ...(plan.nextResetAt ? [{ name: t('reset'), value: recordText(plan.nextResetAt) }] : []),
              { name: t('autoRenew'), value: t(plan.autoRenew ? 'on' : 'off') },
            ]}
          />
        </>
      ) : null}
    </Section>
  )
}

function LinesPart({ user: { lines } }: { user: ShownUser }) {
  const t = useWords('user')
  const states = useWords('states')
  return (
    <Section title={t('lines')}>
      <ul className={items.list}>
        {lines.map((line) => {
          const { tone, word } = lineLook(line)
          return (
            <li key={line.number} className={items.line}>
              <span>
                {line.node} <span className={items.soft}>#{line.number}</span>
              </span>
              <StateWord tone={tone}>{states(word)}</StateWord>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
