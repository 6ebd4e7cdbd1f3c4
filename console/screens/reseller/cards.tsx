import { formatBytes } from '../../../contract/bytes.ts'
import type { ShownReseller } from '../../../contract/console/resellers.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { useActionName } from '../../features/audit/use-action-name.ts'
import { useRoleName } from '../../features/role/role-name.ts'
import { FactRows } from '../../features/show/fact-rows.tsx'
import { Money } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { When } from '../../features/show/when.tsx'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import type { Deciding } from './decide-sheets.tsx'
import css from './reseller.module.css'

type Props = { reseller: ShownReseller; onDecide: (what: Deciding) => void }

/** The reseller's owner, and whether it may sell. */
export function AboutCard({ reseller, onDecide }: Props) {
  const t = useWords('resellers')
  const may = useMay()
  const { owner, state, isWhitelisted, resellerId } = reseller
  return (
    <Section title={t('facts')}>
      <FactRows
        rows={[
          {
            name: t('owner'),
            value: owner ? t('ownerOf', { name: owner.userName, key: owner.resellerId }) : t('nobody'),
          },
          { name: t('contact'), value: reseller.contact ?? reseller.agencyContact ?? t('none') },
          { name: t('opened'), value: <When at={reseller.createdAt} /> },
        ]}
      />
      {reseller.suspendedReason === null ? null : (
        <Callout tone="info">{t('suspendedBecause', { reason: reseller.suspendedReason })}</Callout>
      )}
      {resellerId === 0 ? null : (
        <div className={css.buttons}>
          {may('resellers.write') && state !== 'waiting' ? (
            <ActionButton tone="quiet" onClick={() => onDecide('online')}>
              {t(isWhitelisted ? 'onlineOff' : 'onlineOn')}
            </ActionButton>
          ) : null}
          {may('resellers.terms') ? (
            <>
              <ActionButton tone="quiet" onClick={() => onDecide('handOver')}>
                {t('handOver')}
              </ActionButton>
              <ActionButton tone={state === 'suspended' ? 'main' : 'dangerQuiet'} onClick={() => onDecide('suspend')}>
                {t(state === 'suspended' ? 'resume' : 'suspend')}
              </ActionButton>
            </>
          ) : null}
        </div>
      )}
    </Section>
  )
}

/** Whether its users still reach the portal after an ending, and what that costs the platform. */
export function LifelinesCard({ reseller: { lifelines }, onDecide }: Props) {
  const t = useWords('resellers')
  const may = useMay()
  const { isOn, endings, bytes } = lifelines
  return (
    <Section
      title={t('lifelines')}
      end={
        may('resellers.write') ? (
          <button type="button" className={css.press} onClick={() => onDecide('lifelines')}>
            {t(isOn ? 'lifelinesOff' : 'lifelinesOn')}
          </button>
        ) : null
      }
    >
      <FactRows
        rows={[
          { name: t('lifelinesState'), value: t(isOn ? 'lifelinesIsOn' : 'lifelinesIsOff') },
          { name: t('lifelinesCarried'), value: t('lifelinesSum', { count: endings, bytes: formatBytes(bytes) }) },
        ]}
      />
    </Section>
  )
}

/** The terms on which it sells. */
export function MoneyCard({ reseller, onDecide }: Props) {
  const t = useWords('resellers')
  const may = useMay()
  const { creditLimitFen, owedFen, commissionPercent, priceList } = reseller
  return (
    <Section
      title={t('terms')}
      end={
        may('resellers.terms') ? (
          <button type="button" className={css.press} onClick={() => onDecide('terms')}>
            {t('edit')}
          </button>
        ) : null
      }
    >
      <FactRows
        rows={[
          { name: t('list'), value: priceList.name },
          { name: t('commission'), value: `${commissionPercent}%` },
          ...(creditLimitFen === null ? [] : [{ name: t('credit'), value: <Money fen={creditLimitFen} /> }]),
          ...(owedFen ? [{ name: t('owed'), value: <Money fen={owedFen} /> }] : []),
        ]}
      />
    </Section>
  )
}

/** Its team, domains and payment accounts. */
export function PeopleCard({ reseller, onDecide }: Props) {
  const t = useWords('resellers')
  const may = useMay()
  const { members, domains, merchants, owner, resellerId } = reseller
  const isFirst = members.length === 0 && owner === null && resellerId !== 0
  const roleName = useRoleName()
  return (
    <>
      <Section title={t('team')}>
        {members.length === 0 ? <p className={css.soft}>{t(isFirst ? 'noOwner' : 'noTeam')}</p> : null}
        {isFirst && may('resellers.terms') ? (
          <div className={css.buttons}>
            <ActionButton tone="quiet" onClick={() => onDecide('inviteOwner')}>
              {t('inviteOwner')}
            </ActionButton>
          </div>
        ) : null}
        <FactRows rows={members.map(({ name, role }) => ({ name, value: roleName(role) }))} />
      </Section>
      {domains.length === 0 ? null : (
        <Section title={t('domains')}>
          <FactRows
            rows={domains.map(({ host, isMain, isVerified }) => ({
              name: host,
              value: isVerified ? isMain ? t('mainDomain') : '' : <StateWord tone="warn">{t('unverified')}</StateWord>,
            }))}
          />
        </Section>
      )}
      {merchants.length === 0 ? null : (
        <Section title={t('merchants')}>
          <FactRows
            rows={merchants.map(({ name, isOn }) => ({
              name,
              value: <StateWord tone={isOn ? 'good' : 'off'}>{t(isOn ? 'on' : 'off')}</StateWord>,
            }))}
          />
        </Section>
      )}
    </>
  )
}

export function AuditCard({ audit }: { audit: ShownReseller['audit'] }) {
  const t = useWords('resellers')
  const actionName = useActionName()
  if (audit.length === 0) return null
  return (
    <Section title={t('audit')}>
      <ul className={css.done}>
        {audit.slice(0, 8).map(({ id, at, actor, action }) => (
          <li key={id} className={css.deed}>
            <span className={css.action}>{actionName(action)}</span>
            <span className={css.soft}>
              {actor} · <When at={at} ago />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
