import { roleNames } from '../../../contract/role-names.ts'
import { useWords } from '../../words/language.ts'
import { roleMoneyText } from './role-money.ts'
import type { Role } from './team-queries.ts'

const words = {
  owner: 'aboutOwner',
  manager: 'aboutManager',
  support: 'aboutSupport',
  finance: 'aboutFinance',
  viewer: 'aboutViewer',
} as const

/** What a role may do, and what of the money it sees. */
export function useRoleText(): (role: Role) => string {
  const t = useWords('team')
  return ({ id, name, permissions }) => {
    const builtIn = id === null ? roleNames.find((one) => one === name) : undefined
    const about = builtIn ? t(words[builtIn]) : t('aboutOwn', { count: permissions.length })
    return `${about} ${roleMoneyText(permissions, t)}`
  }
}
