import { useWords } from '../../words/language.ts'
import type { AgentCard } from './agent-card.ts'
import css from './agent-pay.module.css'

/** The reseller's public card: enough to see that it is the right one. */
export function AgentHead({ agent, onChange }: { agent: AgentCard; onChange: () => void }) {
  const t = useWords('agent-pay')
  return (
    <div className={css.agent}>
      <img className={css.icon} src={agent.icon} alt="" width="44" height="44" />
      <div className={css.words}>
        <p className={css.name}>{agent.title}</p>
        <p className={css.id}>
          {t('number', { id: agent.daili_id })}
          {agent.ownerMasked ? ` · ${t('owner', { name: agent.ownerMasked })}` : ''}
        </p>
      </div>
      <button type="button" className={css.change} onClick={onChange}>
        {t('change')}
      </button>
    </div>
  )
}
